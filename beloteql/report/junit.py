"""Proofs as JUnit XML, which build servers show as tests.

One suite a ruleset, one case a property. A refuted property is a failure, with the witness as
its text. One that could not be proved is an error and not skipped: a build must not turn green
because the solver gave up. Times are left out, so that equal runs give equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from beloteql.report.proofs import Proofs, file_and_line, named, sentence, shown_witness
from beloteql.report.verdicts import verdict_name
from beloteql.verify.verdict import Result, Verdict

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(proofs: Sequence[Proofs], stopped: str = "") -> str:
    """The document as a text.

    `stopped` says that not everything was proved; it stands as an error in a suite of its own,
    for what is missing must not look like what holds.
    """
    from xml.etree import ElementTree as ET

    root = ET.Element("testsuites", name="beloteql verify")
    for share in proofs:
        suite = ET.SubElement(root, "testsuite", name=_clean(share.ruleset))
        for result in share.results:
            suite.append(_case(share, result))
    if stopped:
        suite = ET.SubElement(root, "testsuite", name="beloteql verify")
        case = ET.SubElement(
            suite, "testcase", classname="beloteql verify", name="everything was proved"
        )
        ET.SubElement(case, "error", type="stopped", message=_clean(stopped))
    for suite in [*root, root]:
        for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
            suite.set(name, str(sum(1 for _ in suite.iter(tag))))
        suite.set("skipped", "0")
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


def _case(proofs: Proofs, result: Result) -> Element:
    from xml.etree import ElementTree as ET

    file, line, _ = file_and_line(proofs, result)
    case = ET.Element(
        "testcase",
        classname=_clean(proofs.ruleset),
        name=_clean(named(result)),
        file=_clean(file),
        line=str(line),
    )
    if result.verdict.green:
        return case
    tag = "failure" if result.verdict == Verdict.REFUTED else "error"
    found = ET.SubElement(
        case, tag, type=verdict_name(result.verdict), message=_clean(sentence(result))
    )
    place = f"{file}:{line}"
    if result.span is not None:
        place += f"\n| {result.span.source.line_text(result.span.line).strip()}"
    drawn = shown_witness(result, proofs.seats)
    found.text = _clean(f"{place}\n{drawn}" if drawn else place)
    return case


def _clean(text: str) -> str:
    """A text without the characters that XML can't hold, not even escaped."""
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
