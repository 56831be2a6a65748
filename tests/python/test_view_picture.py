"""`gridcensus picture`: what is drawn of the rules of a problem, by the structure of the SVG."""

from __future__ import annotations

import collections
import json
import re
import subprocess
from xml.etree import ElementTree

import pytest

import support

pytest.importorskip("matplotlib")

from gridcensus._program import ask
from gridcensus.views import _rules

SVG = "{http://www.w3.org/2000/svg}"
DOCS = support.SOURCE / "docs/pictures"
IN_DOCS = {"diagonals": "2x3", "windows": "3x3", "all_windows": "3x3", "disjoint_groups": "2x3", "anti_knight": "3x3",
           "anti_king": "3x3", "toroidal_anti_knight": "2x3", "pandiagonal": "1x5", "both_boxes": "2x3"}


class Drawn:
    """A picture: the paths and the texts of each part."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.paths: dict[str, list[str]] = collections.defaultdict(list)
        self.texts: dict[str, list[str]] = collections.defaultdict(list)
        for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
            if part := group.get("class"):
                self.paths[part] += [str(path.get("d")) for path in group.iter(f"{SVG}path")]
                self.texts[part] += ["".join(text.itertext()) for text in group.iter(f"{SVG}text")]
        self.words = " ".join(self.texts["words"])

    def pieces(self, part: str) -> int:
        """Returns the number of lines in the paths of a part."""
        return sum(path.count("M") for path in self.paths[part])


def picture(shape: str, rules: str = "classic", *words: str) -> Drawn:
    described = ask(["describe", shape, "--rules", rules, "--format", "json", *words]).output
    return Drawn(_rules.picture_file(json.loads(described)))


@pytest.mark.parametrize("rules", IN_DOCS)
def test_the_docs_have_the_picture(rules: str) -> None:
    stored = Drawn((DOCS / f"rules_{rules}.svg").read_text())
    now = picture(IN_DOCS[rules], rules)
    again = f"gridcensus picture {IN_DOCS[rules]} --rules {rules} -o docs/pictures/rules_{rules}.svg"
    assert stored.texts == now.texts, again
    assert {part: len(paths) for part, paths in stored.paths.items()} == {
        part: len(paths) for part, paths in now.paths.items()}, again


def test_equal_problems_give_equal_bytes_without_ids() -> None:
    one, two = (picture("2x3", "disjoint_groups,anti_king").svg for _ in range(2))
    assert one == two and " id=" not in one


def test_a_page_has_the_picture_in_its_own_colours() -> None:
    described = ask(["describe", "2x3", "--rules", "diagonals", "--format", "json"]).output
    page = _rules.picture_in_page(json.loads(described))
    assert 'class="problem"' in page and "var(--ink)" in page and "var(--paper)" in page
    assert not re.search(r"(fill|stroke): ?#|xmlns|<style| id=", page)


def test_jigsaw_regions_have_thick_borders_instead_of_boxes() -> None:
    boxes, jigsaw = picture("2x3"), picture("2x3", "layout:aaabbb/aaacbb/dcccbe/dccfee/ddfffe/ddffee")
    assert boxes.paths["boxes"] != jigsaw.paths["boxes"]
    assert not jigsaw.paths["further"] and not jigsaw.paths["region"]
    assert jigsaw.words == "Jigsaw regions have thick borders."


def test_boxes_that_are_rows_have_no_borders() -> None:
    assert picture("1x4").paths["boxes"] == picture("2x2", "latin").paths["boxes"]


def test_further_boxes_have_broken_lines() -> None:
    both = picture("2x3", "both_boxes")
    assert both.pieces("boxes") == 4 + 3 and both.pieces("further") == 3 + 4
    assert "Broken lines: further boxes." in both.words and "stroke-dasharray" in both.svg


def test_further_regions_are_tinted_and_have_letters() -> None:
    windows = picture("3x3", "windows")
    assert len(windows.paths["region"]) == 4
    assert collections.Counter(windows.texts["letter"]) == dict.fromkeys("abcd", 9)
    listed = picture("2x3", "region:r1c1.r1c6.r6c1.r6c6.r3c3.r4c4")
    assert len(listed.paths["region"]) == 1 and not listed.texts["letter"]
    assert listed.words == "1 further region: tinted cells all differ."
    assert not picture("2x2").paths["region"]


def test_diagonals_are_lines_and_are_not_tinted() -> None:
    for shape, rules, pieces in (("2x3", "diagonal", 1), ("2x3", "diagonals", 2), ("1x5", "pandiagonal", 18)):
        drawn = picture(shape, rules)
        assert drawn.pieces("diagonals") == pieces and not drawn.paths["region"]


def test_givens_are_digits_and_restricted_cells_have_small_ones() -> None:
    drawn = picture("2x2", "allowed:1.3:r4c4", "--given", "1.....2..3......")
    assert drawn.texts["symbols"] == ["1", "2", "3", "13"]
    assert len(drawn.paths["restricted"]) == 1
    assert drawn.words == "1 grey cell: the small symbols only."
    assert picture("3x3", "allowed:1.2.3.4.5.6.7:r1c1").texts["symbols"] == ["12…7"]


def test_pairs_are_lines_if_they_are_few() -> None:
    drawn = picture("2x3", "different:r1c1.r6c6,different:r1c2.r5c5")
    assert drawn.pieces("pairs") == 2 and len(drawn.paths["end"]) == 4
    assert drawn.words == "2 pairs of cells differ (lines)."


def test_rules_that_apply_everywhere_have_an_example() -> None:
    for shape, rules, seen in (("3x3", "anti_knight", 8), ("3x3", "anti_king", 4), ("2x3", "toroidal_anti_knight", 8),
                               ("2x3", "offset:1.3", 1), ("2x3", "offset:3.4", 1)):
        drawn = picture(shape, rules)
        assert len(drawn.paths["differs"]) == seen and drawn.pieces("example") == 2, rules
        assert "Example: × differs from each ●." in drawn.words
    assert "Cells 1 row down and 3 columns right differ." in picture("2x3", "offset:1.3").words
    assert "a knight's move" in picture("3x3", "anti_knight").words
    assert not picture("3x3", "anti_knight,different:r1c1.r9c9").paths["differs"], "the lines would cross it"


def test_an_inequality_points_towards_the_smaller_value() -> None:
    def tip(rules: str) -> float:
        ends = re.findall(r"[ML] ([\d.]+)", picture("2x2", rules).paths["less"][0])
        return float(ends[1]) - float(ends[0])

    assert tip("less:r1c1.r1c2") < 0 < tip("less:r1c2.r1c1")
    assert picture("2x2", "less:r1c2.r1c1").words.startswith("1 pair of cells, less: The first value")


def test_relations_have_marks_and_words() -> None:
    drawn = picture("2x2", "sum:5:r1c1.r2c1,difference:2:r3c1.r4c2,table:2.4.8.1:r1c3.r1c4")
    assert sorted(drawn.texts["relation"]) == ["Σ5", "…", "≥2"]
    assert drawn.pieces("pairs") == 1, "cells that are not beside each other"
    assert "k = 5." in drawn.words and "table: The values are in a table." in drawn.words


def test_the_largest_shape_is_drawn() -> None:
    drawn = picture("8x8", "disjoint_groups")
    assert len(drawn.paths["region"]) == 64 and not drawn.texts["letter"], "letters could not be read"


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([support.PROGRAM, "picture", *words], capture_output=True, text=True, check=False)


def test_the_command_writes_a_file(tmp_path: "object") -> None:
    ended = run("2x2", "--given", "1000000000000000", "-o", f"{tmp_path}/x.svg")
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert "0 is a blank" in ended.stderr, "the program's note"
    assert run("2x2", "--given", "1000000000000000", "-q").stderr == ""
    with open(f"{tmp_path}/x.svg", encoding="utf-8") as file:
        assert file.read() == run("2x2", "--given", "1000000000000000").stdout


def test_mistakes_are_those_of_the_program() -> None:
    for words, message in ((["2x2", "--rules", "diagonl"], "error: command line: --rules: "),
                           (["enumeration"], "a shape such as"), ([], "SHAPE")):
        ended = run(*words)
        assert ended.returncode == 2 and ended.stderr.count("\n") == 1 and message in ended.stderr, ended.stderr
    describe = subprocess.run([support.PROGRAM, "describe", "2x2", "--format", "svg"], capture_output=True, text=True,
                              check=False)
    assert describe.returncode == 2 and "gridcensus picture" in describe.stderr
