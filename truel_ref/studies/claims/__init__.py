"""The claims of the published analysis, and the verdicts of the exact solver."""

from truel_ref.studies.claims.elsewhere import claims_of_file
from truel_ref.studies.claims.pages import Findings, check_claims, claims, named_claims
from truel_ref.studies.claims.pictures import Pictures
from truel_ref.studies.claims.record import Claim, ClaimFinding, ClaimLine, Verdict

__all__ = [
    "Claim",
    "ClaimFinding",
    "ClaimLine",
    "Findings",
    "Pictures",
    "Verdict",
    "check_claims",
    "claims",
    "claims_of_file",
    "named_claims",
]
