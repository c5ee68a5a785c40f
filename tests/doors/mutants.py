"""All mutants of the doors."""

from typing import Final

from tests.doors.answers import ANSWERS
from tests.doors.cells import CELLS
from tests.doors.credentials import CREDENTIALS
from tests.doors.hosts import HOSTS
from tests.doors.limits import LIMITS
from tests.doors.moderation import MODERATION
from tests.doors.mutant import Mutant
from tests.doors.once import ONCE_AND_IN_ORDER
from tests.doors.own import OWN
from tests.doors.proofs import PROOFS
from tests.doors.record import RECORD
from tests.doors.registration import REGISTRATION
from tests.doors.sign_in import SIGN_IN
from tests.doors.tables import TABLES
from tests.doors.transport import TRANSPORT
from tests.doors.views import VIEWS
from tests.doors.workers import WORKERS

ALL: Final[tuple[Mutant, ...]] = (
    *SIGN_IN,
    *CREDENTIALS,
    *REGISTRATION,
    *HOSTS,
    *TABLES,
    *OWN,
    *VIEWS,
    *ONCE_AND_IN_ORDER,
    *LIMITS,
    *TRANSPORT,
    *ANSWERS,
    *MODERATION,
    *CELLS,
    *WORKERS,
    *RECORD,
    *PROOFS,
)
