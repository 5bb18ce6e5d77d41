"""The colours of Pincite's own words on a page, by theme. Streamlit gives its theme to components only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import streamlit as st

from viewer import services

ASSETS: Final = Path(services.__file__).parent / "assets"
LIGHT: Final = "light"
DARK: Final = "dark"

COLOURS: Final[Mapping[str, Mapping[str, str]]] = {
    LIGHT: {
        "bg": "#FFFFFF",
        "sunken": "#F7F8FA",
        "hover": "#F0F2F5",
        "line": "#E3E6EA",
        "ink": "#14181F",
        "ink-2": "#454E5B",
        "ink-3": "#626C79",
        "accent": "#1F4E8C",
        "accent-soft": "#EDF2F9",
        "on-accent": "#FFFFFF",
        "focus": "#1F4E8C",
        "ok": "#176B3F",
        "warn": "#8A5200",
        "bad": "#B0261E",
        "none": "#5B6573",
        "ev-fill": "#FFF1CC",
        "ev-line": "#E2B34A",
        "ev-ink": "#5E3C00",
    },
    DARK: {
        "bg": "#0F1318",
        "sunken": "#141920",
        "hover": "#1C232C",
        "line": "#252D37",
        "ink": "#E8EBEF",
        "ink-2": "#B4BCC7",
        "ink-3": "#8E98A5",
        "accent": "#8AB4F0",
        "accent-soft": "#16243A",
        "on-accent": "#0B1420",
        "focus": "#8AB4F0",
        "ok": "#6CCB94",
        "warn": "#E9B65A",
        "bad": "#F2938B",
        "none": "#98A2AF",
        "ev-fill": "#33270B",
        "ev-line": "#7A5E1E",
        "ev-ink": "#FFD887",
    },
}


def shown_theme() -> str:
    """The theme that the reader sees."""
    return DARK if st.context.theme.type == DARK else LIGHT


def colours() -> Mapping[str, str]:
    """The shown theme's colours, by the names of tokens.css."""
    return COLOURS[shown_theme()]
