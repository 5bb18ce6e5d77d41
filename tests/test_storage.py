"""Where the bytes of filings lie, as the environment says it."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from pipeline.evidence.errors import ConfigurationError
from pipeline.settings import Settings
from pipeline.storage import Bucket, Storage

SECRET = "wJalrXUtnFEMI"


def test_without_variables_the_data_folder_is_the_place() -> None:
    assert Storage.from_environment({}) == Storage(None, 2_000_000_000)
    assert Storage.from_environment({"PINCITE_BLOBS": "", "PINCITE_BLOB_CACHE": ""}) == Storage()


def test_a_folder_is_made_absolute_and_its_tilde_resolved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert Storage.from_environment({"PINCITE_BLOBS": "~/blobs"}).place == tmp_path / "blobs"
    assert Storage.from_environment({"PINCITE_BLOBS": "blobs"}).place == tmp_path / "blobs"


@pytest.mark.parametrize(
    ("address", "prefix"),
    [
        ("s3://filings", ""),
        ("s3://filings/", ""),
        ("s3://filings/pincite/2026", "pincite/2026"),
        ("s3://filings/p/", "p"),
    ],
)
def test_a_bucket_is_read_with_its_prefix(address: str, prefix: str) -> None:
    assert Storage.from_environment({"PINCITE_BLOBS": address}).place == Bucket("filings", prefix)


def test_endpoint_authorities_and_cache_are_read_from_their_variables() -> None:
    settings = Settings.from_environment(
        {
            "PINCITE_BLOBS": "s3://filings/p",
            "PINCITE_BLOB_CACHE": "500 MB",
            "AWS_ENDPOINT_URL": "https://minio.example:9000",
            "AWS_CA_BUNDLE": "/etc/ssl/own.pem",
        }
    )
    bucket = Bucket("filings", "p", "https://minio.example:9000", Path("/etc/ssl/own.pem"))
    assert settings.storage == Storage(bucket, 500_000_000)
    assert str(bucket) == "s3://filings/p at https://minio.example:9000"


def test_the_endpoint_of_the_service_comes_before_the_one_for_all() -> None:
    both = {"AWS_ENDPOINT_URL_S3": "https://s3.example", "AWS_ENDPOINT_URL": "https://all.example"}
    bucket = Storage.from_environment({"PINCITE_BLOBS": "s3://filings"} | both).place
    assert isinstance(bucket, Bucket)
    assert bucket.endpoint == "https://s3.example"


@pytest.mark.parametrize(
    "address",
    [
        "s3://",
        "s3:///prefix",
        "s3://Filings",
        "s3://fi",
        "s3://filings/../other",
        "s3://filings/a//b",
        "s3://filings/a b",
        "s3://filings/a?versionId=1",
        "gs://filings",
        "https://s3.amazonaws.com/filings",
        f"s3://AKIA:{SECRET}@filings/p",
    ],
)
def test_an_address_that_cannot_be_used_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_BLOBS") as caught:
        Storage.from_environment({"PINCITE_BLOBS": address})
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "endpoint", ["minio:9000", "ftp://minio", "http://", f"https://key:{SECRET}@minio.example"]
)
def test_an_endpoint_that_cannot_be_used_is_refused_without_repeating_it(endpoint: str) -> None:
    with pytest.raises(ConfigurationError, match="AWS_ENDPOINT_URL") as caught:
        Storage.from_environment({"PINCITE_BLOBS": "s3://filings", "AWS_ENDPOINT_URL": endpoint})
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize("size", ["0", "-1", "2 GiB", "much"])
def test_a_cache_without_a_size_is_refused(size: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_BLOB_CACHE"):
        Storage.from_environment({"PINCITE_BLOB_CACHE": size})


def test_browsers_are_sent_to_the_object_store_unless_that_is_turned_off() -> None:
    assert Storage.from_environment({}).links
    assert Storage.from_environment({"PINCITE_BLOB_LINKS": "on"}).links
    assert not Storage.from_environment({"PINCITE_BLOB_LINKS": "off"}).links
    with pytest.raises(ConfigurationError, match="PINCITE_BLOB_LINKS is on or off"):
        Storage.from_environment({"PINCITE_BLOB_LINKS": "no"})


def test_the_keys_of_the_object_store_are_no_setting() -> None:
    settings = Settings.from_environment({"PINCITE_BLOBS": "s3://filings", "AWS_SECRET_ACCESS_KEY": SECRET})
    assert SECRET not in repr(settings)


def test_settings_with_a_bucket_can_be_told_to_another_process() -> None:
    settings = Settings.from_environment({"PINCITE_BLOBS": "s3://filings/p"})
    assert pickle.loads(pickle.dumps(settings)) == settings
