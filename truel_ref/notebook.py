"""The names that the published notebook uses, at the address where its cells look for them."""

from truel_ref.studies.notebook import *
from truel_ref.studies.notebook import __all__  # noqa: F401
