"""What is a link in Markdown, and what is code."""

import re

LINK = re.compile(r"(?P<image>!?)\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\])*)\]"
                  r"\(\s*<?(?P<target>[^()\s<>]+(?:\([^()\s]*\))?)>?(?:\s+\"[^\"]*\")?\s*\)")
CODE = re.compile(r"(?m)^(?P<fence>```|~~~).*?^(?P=fence)[^\S\n]*$|^(?: {4}|\t)[^\n]*$|`[^`\n]+`", re.DOTALL)


def blanked(text, pattern):
    """The text with the same lines, without what matches."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def links(text):
    """The matches of LINK, by their places in the text. Code is no link, even if it looks like one."""
    return LINK.finditer(blanked(text, CODE))
