from __future__ import annotations

import pytest

from pipeline.evidence.errors import (
    AccessError,
    BlobCorrupt,
    EvidenceError,
    InvalidBox,
    LinkExpired,
    PasswordNeeded,
    PinciteError,
    SourceError,
    StoreError,
)


@pytest.mark.parametrize(
    ("error", "branch"),
    [
        (InvalidBox("outside"), EvidenceError),
        (PasswordNeeded("needs one", source="a.pdf"), SourceError),
        (BlobCorrupt("damaged", expected="a", found="b"), StoreError),
        (LinkExpired("too old"), AccessError),
    ],
)
def test_every_error_has_its_branch_kind_and_message(error: PinciteError, branch: type[PinciteError]) -> None:
    assert isinstance(error, branch)
    assert error.kind == type(error).__name__
    assert error.message == str(error)


def test_an_invalid_value_is_a_value_error_too() -> None:
    assert issubclass(EvidenceError, ValueError)


def test_a_source_error_names_its_file_and_a_corrupt_blob_both_checksums() -> None:
    assert PasswordNeeded("needs one", source="a.pdf").source == "a.pdf"
    corrupt = BlobCorrupt("damaged", expected="a", found="b")
    assert (corrupt.expected, corrupt.found) == ("a", "b")
