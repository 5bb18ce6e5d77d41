"""An authority of our own and a certificate for this machine, as an institution has them for its own servers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


def certificates(folder: Path) -> tuple[Path, Path]:
    """PEM files: the authority's certificate; and a certificate for `localhost` signed by it, with its key."""
    authority_key, server_key = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())
    authority = _certificate("Authority", "Authority", authority_key, authority_key)
    server = _certificate("localhost", "Authority", server_key, authority_key)
    key = server_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    files = folder / "authority.pem", folder / "server.pem"
    files[0].write_bytes(authority.public_bytes(Encoding.PEM))
    files[1].write_bytes(server.public_bytes(Encoding.PEM) + key)
    return files


def _certificate(
    subject: str, issuer: str, key: EllipticCurvePrivateKey, signed_with: EllipticCurvePrivateKey
) -> x509.Certificate:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.BasicConstraints(ca=subject == issuer, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(subject)]), critical=False)
        .sign(signed_with, hashes.SHA256())
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
