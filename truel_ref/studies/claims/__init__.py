"""What the published analysis claims, and the verdict that the exact solver gives."""

from truel_ref.studies.claims.findings import Findings, check_claims
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Claim, Finding, Line, Verdict
from truel_ref.studies.claims.registry import claims, named_claims

__all__ = ["Claim", "Finding", "Findings", "Line", "Pictures", "Verdict", "check_claims", "claims", "named_claims"]
