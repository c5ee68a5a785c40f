from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.cli.invoke import rondel
from tests.server.receivers import unbased


def test_it_prints_a_setting_and_tells_the_public_key_beside_it() -> None:
    result = rondel("vapid")

    assert result.exit_code == 0
    name, _, private = result.stdout.strip().partition("=")
    assert name == "RONDEL_VAPID_KEY"
    key = ec.derive_private_key(int.from_bytes(unbased(private), "big"), ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    assert unbased(result.stderr.split()[-1]) == point


def test_no_two_are_alike() -> None:
    assert rondel("vapid").stdout != rondel("vapid").stdout
