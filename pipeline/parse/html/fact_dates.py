"""Dates as inline XBRL's transformation registries 1 to 5 read them: a format's name says order and language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

# Beginnings of the months' names, as short as tells them apart, without accents and in lower case; "|" parts other
# spellings. Languages as the registries name them (ISO 639-1; "dk" is their older name of "da").
_MONTHS_WORDS = {
    "bg": "ян фев мар апр май|маи юни юли авг сеп окт ное дек",
    "cs": "led uno bre dub kve cervna|cvn|cerven cervence|cvc|cervenec srp zar rij lis pro",
    "cy": "ion chw maw ebr mai meh gor aws med hyd tach rhag",
    "da": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "de": "jan|jaen feb mar|maer apr mai jun jul aug sep okt nov dez",
    "el": "ιαν φεβ μαρ απρ|αριλ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
    "en": "jan feb mar apr may jun jul aug sep oct nov dec",
    "es": "ene feb mar abr may jun jul ago sep|set oct nov dic",
    "et": "jaan veebr mar apr mai juun juul aug sept okt nov dets",
    "fi": "tam hel maa huh tou kes hei elo syy lok mar jou",
    "fr": "janv fevr mars avr mai juin juil aout sept oct nov dec",
    "hi": "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "hr": "sij velj ozu tra svi lip srp kol ruj lis stu pro",
    "hu": "jan feb mar apr maj jun jul aug szept okt nov dec",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "lt": "sau vas kov bal geg bir lie rugp|rgp rugs|rgs spa|spl lap gru|grd",
    "lv": "janv febr mar apr mai jun jul aug sept okt nov dec",
    "nl": "jan feb maa|mrt apr mei jun jul aug sep okt nov dec",
    "no": "jan feb mar apr mai jun jul aug sep okt nov des",
    "pl": "sty lut mar kwi maj cze lip sie wrz paz lis gru",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "ro": "ian feb mar apr mai iun iul aug sep oct noi|nov dec",
    "sk": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "sl": "jan feb mar apr maj jun jul avg sep okt nov dec",
    "sv": "jan feb mar apr maj jun jul aug sep okt nov dec",
    "saka": "चैत्र|chaitra|caitra वैशाख|बैसाख|vaisakha|vaishakha ज्येष्ठ|जेठ|jyaistha|jyeshtha आषाढ|asadha|ashadha"
    " श्रावण|सावन|sravana|shravana भाद्रपद|भादो|bhadra आश्विन|asvina|ashvin कार्तिक|kartika|karttika"
    " मार्गशीर्ष|अगहन|margasirsa|agrahayana पौष|pausa|pausha माघ|magha फाल्गुन|phalguna",
    "roman": "i ii iii iv v vi vii viii ix x xi xii",
}
_WHOLE_WORDS = frozenset({"roman"})

_FIRST_REGISTRY = {
    "datedoteu": "daymonthyear",
    "datedotuk": "daymonthyear",
    "datedotus": "monthdayyear",
    "dateslasheu": "daymonthyear",
    "dateslashuk": "daymonthyear",
    "dateslashus": "monthdayyear",
    "dateslashdaymontheu": "daymonth",
    "dateslashmonthdayus": "monthday",
    "datelonguk": "daymonthyearen",
    "dateshortuk": "daymonthyearen",
    "datelongus": "monthdayyearen",
    "dateshortus": "monthdayyearen",
    "datelongdaymonthuk": "daymonthen",
    "dateshortdaymonthuk": "daymonthen",
    "datelongmonthdayus": "monthdayen",
    "dateshortmonthdayus": "monthdayen",
    "datelongmonthyear": "monthyearen",
    "dateshortmonthyear": "monthyearen",
    "datelongyearmonth": "yearmonthen",
    "dateshortyearmonth": "yearmonthen",
}
_NAME = re.compile(
    r"date(?P<era>(?:jpn)?era)?(?P<saka>ind)?(?P<order>(?:day|month|year)+?)(?P<language>roman|cjk|jp|[a-z]{2})?"
)
_ORDERS_WORDS = "daymonth daymonthyear monthday monthdayyear monthyear yearmonth yearmonthday yeardaymonth"
_ORDERS = frozenset(_ORDERS_WORDS.split())
_ERAS = {
    **dict.fromkeys(("令和", "令", "r"), 2018),
    **dict.fromkeys(("平成", "平", "h"), 1988),
    **dict.fromkeys(("昭和", "昭", "s"), 1925),
    **dict.fromkeys(("大正", "大", "t"), 1911),
    **dict.fromkeys(("明治", "明", "m"), 1867),
}
_QUARTER_ENDS = ("-03-31", "-06-30", "-09-30", "-12-31")
_QUARTER_WORDS = ("first|1st", "second|2nd", "third|3rd", "fourth|4th|last")


def is_date_format(name: str) -> bool:
    """True for a format's local name without hyphens that names a date: "datemonthdayyear"."""
    return name == "calindaymonthyear" or name.startswith("date")


def read_date(name: str, text: str) -> str | None:
    """The date as ISO 8601 ("2031-06-30", "--06-30", "2031-06"), or None when the text has not the format's form.

    `name` is a format's local name without hyphens. Years of two digits are of this century, as the registries say.
    """
    if name == "datequarterend":
        return _quarter_end(text)
    if name in _FIRST_REGISTRY:
        name = f"date{_FIRST_REGISTRY[name]}"
    match = _NAME.fullmatch("dateinddaymonthyear" if name == "calindaymonthyear" else _plain_name(name))
    if match is None or match["order"] not in _ORDERS:
        return None
    plain = _plain(text)
    parts = re.findall(r"day|month|year", match["order"])
    if match["era"]:
        return _era(parts, plain)
    language = "saka" if match["saka"] else match["language"]
    numbers = [int(digits) for digits in re.findall(r"\d+", plain)]
    if language in (None, "cjk", "jp"):
        named = None
    else:
        named = _named_month("da" if language == "dk" else language or "", plain)
        if named is None and language == "saka" and len(numbers) == len(parts):
            named, numbers = numbers[1], [numbers[0], numbers[2]]
        if named is None:
            return None
    values = _values(parts, numbers, named)
    if values is None:
        return None
    return _saka(values) if language == "saka" else _iso(values)


def _plain_name(name: str) -> str:
    """ "daymonthnameyearen" and "daymonthromanyear" as registry 3 writes them, the language last."""
    if "monthroman" in name:
        return name.replace("monthroman", "month") + "roman"
    return name.replace("monthname", "month")


@cache
def _months(language: str) -> tuple[tuple[str, ...], ...]:
    words = _MONTHS_WORDS.get(language, "")
    return tuple(tuple(_plain(stem) for stem in month.split("|")) for month in words.split())


def _plain(text: str) -> str:
    """Lower case without accents, digits of every script in ASCII, the first year of an era as a number."""
    digits = "".join(
        str(unicodedata.decimal(character)) if unicodedata.decimal(character, None) is not None else character
        for character in text.replace("元", "1")
    )
    parts = unicodedata.normalize("NFKD", digits.lower())
    return "".join(part for part in parts if not unicodedata.category(part).startswith("M"))


def _named_month(language: str, text: str) -> int | None:
    """The one month (1 to 12) that a word of the text names."""
    found: set[int] = set()
    for word in re.findall(r"[^\W\d_]+", text):
        fits = [
            (len(stem), number)
            for number, stems in enumerate(_months(language), 1)
            for stem in stems
            if (word == stem if language in _WHOLE_WORDS else word.startswith(stem))
        ]
        if fits:
            found.add(max(fits)[1])
    return found.pop() if len(found) == 1 else None


def _values(parts: Sequence[str], numbers: list[int], month: int | None) -> dict[str, int] | None:
    wanted = [part for part in parts if part != "month" or month is None]
    if len(wanted) != len(numbers):
        return None
    values = dict(zip(wanted, numbers, strict=True))
    return values if month is None else {**values, "month": month}


def _iso(values: dict[str, int]) -> str | None:
    month, day = values["month"], values.get("day")
    year = values.get("year")
    if year is not None and year < 100:
        year += 2000
    try:
        # 2000 is a leap year: "--02-29" is a date.
        whole = date(2000 if year is None else year, month, 1 if day is None else day)
    except ValueError:
        return None
    if year is None:
        return f"--{month:02}-{day:02}"
    return f"{year:04}-{month:02}" if day is None else whole.isoformat()


def _era(parts: Sequence[str], text: str) -> str | None:
    """A year counted from a Japanese emperor's accession."""
    before = re.match(r"\s*([^\W\d_]+)", text)
    start = _ERAS.get(before[1]) if before else None
    values = _values(parts, [int(digits) for digits in re.findall(r"\d+", text)], None)
    if start is None or values is None:
        return None
    return _iso({**values, "year": start + values["year"]})


def _saka(values: dict[str, int]) -> str | None:
    """The Indian national calendar: it starts on 22 March (21 in leap years); its months have 30 or 31 days."""
    year = values["year"] + (1900 if values["year"] < 100 else 0) + 78
    month, day = values["month"], values["day"]
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = [31 if is_leap else 30, *[31] * 5, *[30] * 6]
    if not (1 <= month <= 12 and 1 <= day <= lengths[month - 1]):
        return None
    first = date(year, 3, 21 if is_leap else 22)
    return (first + timedelta(days=sum(lengths[: month - 1]) + day - 1)).isoformat()


def _quarter_end(text: str) -> str | None:
    """ "First quarter of 2031", "Q1 2031" (the SEC's own format)."""
    year = re.findall(r"\b(?:19|20)\d\d\b", text)
    named = [
        number
        for number, words in enumerate(_QUARTER_WORDS)
        if re.search(rf"\b(?:{words})\b|\bq\s?{number + 1}\b|\b{number + 1}\s?q\b", text, re.I)
    ]
    return year[0] + _QUARTER_ENDS[named[0]] if len(year) == len(named) == 1 else None
