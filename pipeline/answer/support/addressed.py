"""Words of a filing that speak to a language model instead of to a reader.

A judge sees a claim and its quotes. A quote that asks for a verdict is no evidence for one, and a judge that does what
it says is none. What is looked for has no place in a filing; where the rules could judge, their verdict stands as well.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_FAR: Final = r"[^.!?]{0,80}?"
"""Up to the end of a sentence, or so many characters."""

_PATTERNS: Final = (
    # To leave what was said before: "ignore all previous instructions".
    rf"\b(?:ignor|disregard|forget|overrid|bypass|overrul)\w*\b{_FAR}"
    r"\b(?:instruct\w*|prompts?|rules|delimiters?|guidelines|system|above|previous|prior|evidence|quotes?)\b",
    # To answer in a certain way: "mark this as supported", "give it a score of 10".
    rf"\b(?:mark|label|judg|rat|scor|consider|treat|report|return|answer|respond|repl|output|classif|grad|approv|confirm"
    rf"|declar|say|set|giv|writ)\w*\b{_FAR}"
    r"\b(?:not_supported|(?:as|is|are|be|with|say|word|answer|output|verdict|judge\w*)[\s:\"'“”‘’]+(?:fully )?"
    r"(?:supported|verified)\b[\s\"'“”‘’)\]]*(?:[.!,;:]|$|and\b)"
    r"|(?:score|relevance)(?: of)?\W{0,3}10|citations?\b.{0,20}\bE\d)",
    # What only a reply or a conversation has.
    r"[\"'“”]\s*(?:verdict|reason|claims|citations|handle|tool_calls?|arguments|role|content)\s*[\"'“”]\s*:",
    r"<\s*[/|｜]?\s*(?:im_(?:start|end)|system|assistant|user|human|inst|tool\w*|think\w*|start_\w+|end_\w+|begin_\w+"
    r"|eot_id|channel|message)\b\s*[|｜▁\w]*\s*>",
    r"<\s*/?\s*(?:claim|quote|verdict|question|context|passage|[EP]\d+)(?:-\w+)?\s*>",
    r"\[\s*/?\s*(?:INST|SYSTEM_PROMPT|TOOL_CALLS?|TOOL_RESULTS?|AVAILABLE_TOOLS)\s*\]|<<\s*/?\s*SYS\s*>>",
    r"(?:^|[\n.!?]\s*|###\s*)(?:system|assistant|user|human|developer|judge)s?\s*:\s*\S",
    r"(?-i:\b(?:System|Assistant|User|Human|Developer|Judge|SYSTEM|ASSISTANT|USER|HUMAN|DEVELOPER|JUDGE)\s*:\s*\S)",
    # Who is spoken to.
    r"\byou are\b[^.!?]{0,40}\b(?:judge|assistant|chatbot|ai|model|agent|developer mode|evaluator|grader|jailbroken)\b",
    r"\b(?:dear|hey|attention|note to|message to|instructions? (?:to|for)|to) (?:the |any |all )?"
    r"(?:ai|llm|language model|model|chatbot|judge|assistant|evaluator|grader|agent)s?\b",
    r"\b(?:system prompt|jailbreak\w*|language models? (?:reading|must|should|shall|that read)|as an ai"
    r"|prompt injection|(?:ai|llm) (?:assistants?|judges?|models?|agents?|systems?) (?:reading|must|should|shall))\b",
)
_ADDRESSED: Final = re.compile("|".join(f"(?:{one})" for one in _PATTERNS), re.IGNORECASE)


def speaks_to_a_model(text: str) -> bool:
    """True when the text has words that are for a model to obey. Letters that only look like others are read as they
    look, and what nobody sees is left out."""
    seen = "".join(character for character in text if unicodedata.category(character) not in ("Cf", "Mn"))
    return _ADDRESSED.search(unicodedata.normalize("NFKC", seen)) is not None
