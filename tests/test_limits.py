"""What one file may cost, as the environment says it."""

from __future__ import annotations

import pytest

from pipeline.evidence.errors import ConfigurationError, SourceTooLarge
from pipeline.limits import Limits
from pipeline.settings import Settings


def test_without_variables_the_defaults_hold() -> None:
    assert Limits.from_environment({}) == Limits()
    assert Limits.from_environment({"PINCITE_MAX_PAGES": ""}) == Limits()


def test_each_limit_is_read_from_its_variable() -> None:
    settings = Settings.from_environment(
        {
            "PINCITE_MAX_BYTES": "50 MB",
            "PINCITE_MAX_PAGES": "120",
            "PINCITE_MAX_MEMORY": "2GB",
            "PINCITE_MAX_SECONDS": "90",
        }
    )
    assert settings.limits == Limits(bytes=50_000_000, pages=120, memory=2_000_000_000, seconds=90)


def test_a_size_without_a_unit_is_in_bytes() -> None:
    assert Limits.from_environment({"PINCITE_MAX_BYTES": "1234567"}).bytes == 1_234_567


@pytest.mark.parametrize("text", ["0", "-1", "1.5GB", "200 mb", "2GiB", "much", " 5", "٣", "1e9"])
def test_what_is_no_size_is_refused_with_its_variable(text: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_MAX_MEMORY"):
        Limits.from_environment({"PINCITE_MAX_MEMORY": text})


@pytest.mark.parametrize("text", ["0", "-1", "10 pages", "1.0", "²"])
def test_what_is_no_count_is_refused_with_its_variable(text: str) -> None:
    with pytest.raises(ConfigurationError, match="PINCITE_MAX_SECONDS"):
        Limits.from_environment({"PINCITE_MAX_SECONDS": text})


def test_a_limit_below_one_cannot_exist() -> None:
    with pytest.raises(ConfigurationError, match="pages"):
        Limits(pages=0)


def test_a_file_at_the_limit_is_read_and_one_above_is_refused_by_name() -> None:
    limits = Limits(bytes=10, pages=3)
    limits.check_bytes(10, "report.pdf")
    limits.check_pages(3, "report.pdf")
    with pytest.raises(SourceTooLarge, match=r"report\.pdf has 11 bytes.*PINCITE_MAX_BYTES"):
        limits.check_bytes(11, "report.pdf")
    with pytest.raises(SourceTooLarge, match=r"report\.pdf has 4 pages.*PINCITE_MAX_PAGES"):
        limits.check_pages(4, "report.pdf")
