"""Formulas as MathML, made while the pages are built: readers need neither a network nor scripts.

Docutils, which Sphinx stands on, turns LaTeX into MathML by itself. A formula that it cannot read is a warning, and so
the end of the build.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging


def mathml(node: nodes.Element, displayed: bool) -> str:
    """Return the formula of a node as MathML, or warn of what cannot be read in it."""
    listed = re.sub(r",(?=\d)", ", ", node.astext())  # a list of numbers; without the blank a comma is of the number
    try:
        made = tex2mathml(listed, as_block=displayed)
    except MathError as error:
        logging.getLogger(__name__).warning("%s in the formula %s", error, node.astext(), location=node)
        return ""
    return made.replace('<mo stretchy="false">/</mo>', '<mo stretchy="false" lspace="0" rspace="0">/</mo>')


def write_inline(writer: Any, node: nodes.Element) -> None:
    """Write a formula that stands in a line of text."""
    writer.body.append(f'<span class="math">{mathml(node, displayed=False)}</span>')
    raise nodes.SkipNode


def write_displayed(writer: Any, node: nodes.Element) -> None:
    """Write a formula that stands by itself; the frame around it scrolls where the formula is wider than the page."""
    writer.body.append(f'<div class="math">{mathml(node, displayed=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Offer the renderer to Sphinx under the name `mathml`."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_displayed, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
