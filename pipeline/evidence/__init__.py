"""The contract: pure values and rules, without input or output.

Everything that a highlight depends on is defined here once: boxes, pages, regions, quotes, figures, anchors,
handles, passages and answers. Values are frozen and validate in their constructors: an invalid one cannot exist.
"""
