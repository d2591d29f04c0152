"""Configuration of the documentation: Sphinx with MyST, built by scripts/docs."""

import os
import re
import sys
import types
from importlib.util import find_spec
from pathlib import Path

import truel_ref

HERE = Path(__file__).parent
PACKAGE = Path(truel_ref.__file__).parent
sys.path.insert(0, str(HERE))  # where the extensions of these pages are

project = "truel-ref"
author = "the truel-ref authors"
copyright = "the truel-ref authors"  # noqa: A001  the name that Sphinx reads
version = release = truel_ref.__version__

extensions = ["myst_nb", "autodoc2", "mathml"]
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath", "amsmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the outputs in the notebook are those that the tests compare

autodoc2_packages = [
    {"path": os.path.relpath(PACKAGE, HERE), "exclude_dirs": ["cli"], "exclude_files": ["__main__.py"]}
]
autodoc2_render_plugin = "public_names.PublicNamesFirst"  # the public names before the rooms
# A page for each room that `dir(truel_ref)` lists, and for each module from which an example of the docs imports.
ROOMS = {name for name in dir(truel_ref) if isinstance(getattr(truel_ref, name), types.ModuleType)}
TEXTS = (page.read_text(encoding="utf-8") for page in [*HERE.rglob("*.md"), *HERE.rglob("*.ipynb")])
NAMED = {name for text in TEXTS for name in re.findall(r"from truel_ref\.([\w.]+) import", text)} | ROOMS
PARENTS = {name.rpartition(".")[0] for name in NAMED} - {""}
autodoc2_skip_module_regexes = [rf"truel_ref\.(?!(?:{'|'.join(sorted(NAMED | PARENTS))})$).*"]
autodoc2_hidden_objects = {"private", "dunder", "inherited", "undoc"}
autodoc2_output_dir = "reference"
autodoc2_docstring_parser_regexes = [(r".*", "docstrings")]
autodoc2_index_template = None

html_theme = "furo"
html_title = f"truel-ref {version}"
# The font of the formulas travels with the pages: without a font for mathematics, subscripts are not lowered.
(ZIAMATH,) = find_spec("ziamath").submodule_search_locations
html_static_path = ["_static", f"{ZIAMATH}/fonts/STIXTwoMath-Regular.ttf"]
html_css_files = ["site.css"]
