"""Configuration of the documentation: Sphinx with MyST, built by scripts/docs."""

import os
import sys
from pathlib import Path

import truel_ref

HERE = Path(__file__).parent
PACKAGE = Path(truel_ref.__file__).parent
sys.path.insert(0, str(HERE))  # where the parser of docstrings is

project = "truel-ref"
author = "the truel-ref authors"
copyright = "the truel-ref authors"  # noqa: A001  the name that Sphinx reads
version = release = truel_ref.__version__

extensions = ["myst_nb", "autodoc2"]
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the outputs in the notebook are those that the tests compare

autodoc2_packages = [
    {"path": os.path.relpath(PACKAGE, HERE), "exclude_dirs": ["cli"], "exclude_files": ["__main__.py"]}
]
autodoc2_render_plugin = "myst"
autodoc2_hidden_objects = {"private", "dunder", "inherited", "undoc"}
autodoc2_output_dir = "reference"
autodoc2_docstring_parser_regexes = [(r".*", "docstrings")]
autodoc2_index_template = None

html_theme = "furo"
html_title = f"truel-ref {version}"
