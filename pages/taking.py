"""What pages offer as files to take away, by the last part of their address."""

from __future__ import annotations

from pages import admin_record, exchanging, quality
from viewer.taking import Exporter


def exporters() -> dict[str, Exporter]:
    """Each is asked again for what may be read when its file is taken."""
    return {
        **exchanging.exporters(),
        "quality.csv": quality.export_counts,
        "openings.csv": admin_record.export_openings,
        "changes.csv": admin_record.export_changes,
    }
