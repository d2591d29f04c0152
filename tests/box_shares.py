"""The shares of the cube a second way: box by box, whatever the open signs in a box are."""

from box_volumes import class_volumes

from truel_ref.budget import WorkEstimate
from truel_ref.symbolic.cube import enclosed_shares

EACH_BOX = 1e-4  # seconds, along a surface


def cube_shares_by_boxes(question, level=7, edges=4, progress=None):
    """Return what `cube_shares` does, with `box_volumes.class_volumes`; parameters as for this."""

    def estimate(many):
        return WorkEstimate(many * 4**level, "pieces of surfaces", EACH_BOX, way_out="a lower level takes less")

    return enclosed_shares(question, lambda terms, asked: class_volumes(terms, asked, level, edges, progress), estimate)
