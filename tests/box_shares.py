"""The shares of the cube a second way: box by box, whatever the open signs in a box are."""

from box_volumes import class_volumes

from truel_ref.symbolic.cube import enclosed_shares


def cube_shares_by_boxes(question, level=7, edges=4, progress=None):
    """Return what `cube_shares` does, with `box_volumes.class_volumes`; parameters as for this."""
    return enclosed_shares(question, lambda terms, asked: class_volumes(terms, asked, level, edges, progress))
