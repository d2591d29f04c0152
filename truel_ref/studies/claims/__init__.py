"""What the published analysis claims, and the verdict that the exact solver gives."""

from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Claim, Finding, Line, Verdict
from truel_ref.studies.claims.registry import claims, named_claims

__all__ = ["Claim", "Finding", "Line", "Pictures", "Verdict", "claims", "named_claims"]
