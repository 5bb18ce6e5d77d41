"""Many elements taken out at once leave what taking them out one by one leaves."""

from __future__ import annotations

from random import Random

import lxml.html
import pytest
from lxml.html import HtmlElement

from pipeline.parse.html.removal import drop_tags, drop_trees


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("keeps_content", [True, False])
def test_a_tree_is_as_lxml_would_leave_it(seed: int, *, keeps_content: bool) -> None:
    mine, theirs = _tree(Random(seed)), _tree(Random(seed))
    (drop_tags if keeps_content else drop_trees)([node for node in mine.iter() if node.tag == "x"])
    for node in [node for node in theirs.iter() if node.tag == "x"]:
        if keeps_content:
            node.drop_tag()
        elif node.getparent() is not None:
            node.drop_tree()
    assert lxml.html.tostring(mine) == lxml.html.tostring(theirs)


def test_thirty_thousand_neighbours_go_in_seconds() -> None:
    root = lxml.html.fragment_fromstring("<x>word </x>" * 30_000, create_parent="div")
    drop_tags(list(root))
    assert len(root) == 0
    assert root.text == "word " * 30_000


def _tree(random: Random) -> HtmlElement:
    root = lxml.html.fragment_fromstring("start", create_parent="div")
    nodes = [root]
    for number in range(60):
        parent = random.choice(nodes)
        node = parent.makeelement(random.choice(("x", "p", "b")))
        node.text, node.tail = random.choice((None, f"in{number} ")), random.choice((None, f"after{number} "))
        parent.insert(random.randrange(len(parent) + 1), node)
        nodes.append(node)
    return root
