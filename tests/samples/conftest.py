"""The sample filings, built once for all tests of this folder."""

from pathlib import Path

import pytest

from pipeline.samples import SampleFiling, build


@pytest.fixture(scope="session")
def filings(tmp_path_factory: pytest.TempPathFactory) -> list[SampleFiling]:
    return build(tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="session")
def annual(filings: list[SampleFiling]) -> Path:
    return filings[0].path


@pytest.fixture(scope="session")
def amendment(filings: list[SampleFiling]) -> Path:
    return filings[1].path


@pytest.fixture(scope="session")
def quarterly(filings: list[SampleFiling]) -> Path:
    return filings[2].path
