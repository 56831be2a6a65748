"""The command `identify`: numbers looked up in the program's data files and in documents."""

from __future__ import annotations

import json
import pathlib

import pytest

import support
from gridcensus.results import load
from gridcensus.views import _command, identify
from gridcensus.views._known import Known, read_known

DATA = support.SOURCE / "framework/data"
DOCUMENT = str(pathlib.Path(__file__).parent / "documents/compare_a.json")


@pytest.fixture(scope="module", name="known")
def known_numbers() -> Known:
    return read_known(DATA)


def of(known: Known, text: str, columns: int = 1000, files: tuple[str, ...] = ()) -> identify.Writer:
    return identify.identify(identify.number_of(text), known, [(file, load(file)) for file in files], columns)


def text_of(known: Known, text: str) -> str:
    return "\n".join(of(known, text).lines)


def test_quantity_shape_source_sequence_and_ways_are_named(known: Known) -> None:
    answer = of(known, "6,670,903,752,021,072,936,960")
    text = "\n".join(answer.lines)
    for part in ("grids of 3x3 (the 9x9 grid) = 6,670,903,752,021,072,936,960\n", "Felgenhauer and Jarvis 2005",
                 "sequence: A107739(3)\n", "found here: 2 independent ways", "6.6571e21  -0.21 %"):
        assert part in text
    match, = answer.document["matches"]
    assert (match["quantity"], match["shape"], match["rules"]) == ("grids", "3x3", "classic")
    assert match["ways"] >= 2 and match["contested_by"] is None and match["documents"] == []


def test_a_value_that_follows_from_a_published_one_is_named(known: Known) -> None:
    text = text_of(known, "18383222420692992")
    assert "relabelling_classes of 3x3" in text and "[grids / relabellings]" in text and "A285180(3)" in text
    assert "relabelling_classes of 3x3 diagonals" in text_of(known, str(55613393399531520 // 362880))


def test_no_more_ways_than_strategies_are_reported(known: Known) -> None:
    for found in known.found:
        assert 1 <= found.ways <= len(found.strategies) and found.independent >= found.ways


def test_the_nearest_values_of_an_unknown_number_are_named(known: Known) -> None:
    answer = of(known, "6670903752021072936961")
    text = "\n".join(answer.lines)
    assert "is not a value that this program knows" in text and answer.document["matches"] == []
    assert "6,670,903,752,021,072,936,960  0 %, differs first in digit 22 of 22" in text
    assert "Near it" not in text_of(known, "1000000000000007")


def test_a_rounded_number_matches_all_that_round_to_it(known: Known) -> None:
    assert "grids of 3x3 (the 9x9 grid) = 6,670,903,752,021,072,936,960\n" in text_of(known, "6.671e21")
    assert "6.672e21 is not a value" in text_of(known, "6.672e21")
    text = text_of(known, "5.9584e98")
    assert "grids of 4x4 (the 16x16 grid); approximation, published: Silver" in text and "5.962917e98" in text


def test_numbers_in_published_tables_are_found(known: Known) -> None:
    assert ("completions in row 124 357 689 | 125 367 489 of the table signature_class_table of 3x3"
            in text_of(known, "97961464"))
    assert "the finding essentially_different_without_mirroring of 2x2" in text_of(known, "3")


def test_many_matches_are_cut(known: Known) -> None:
    answer = of(known, "1")
    assert len(answer.document["matches"]) == 6
    assert any(line.startswith("and ") and line.endswith(" more problems or quantities") for line in answer.lines)


def test_a_contested_value_is_marked(known: Known) -> None:
    assert "believed to be wrong: burnside_bfs and russell_jarvis" in text_of(known, "4743933602050718")


@pytest.mark.parametrize("text", ["", "abc", "-3", "1.5", "1e", "1e99999", "0x10", "nan", "12e3", "1,00", "1_000,000",
                                  "٣", "007"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(_command.BadInput, match="expected an integer, such as 288, or a rounded number"):
        identify.number_of(text)


def test_a_number_of_any_length_is_read(known: Known) -> None:
    assert "is not a value" in text_of(known, "7" * 50000)
    assert "is not a value" in text_of(known, "9e9999")


def test_values_found_here_equal_the_published_ones(known: Known) -> None:
    published = {(each.name, each.problem): each.value for each in known.values if not each.contested_by}
    both = [(found.value, published[found.quantity, found.problem]) for found in known.found
            if (found.quantity, found.problem) in published]
    assert len(both) > 20 and all(one == other for one, other in both)


def test_documents_are_searched(known: Known) -> None:
    match, = of(known, "288", files=(DOCUMENT,)).document["matches"]
    assert match["documents"] == [f"{DOCUMENT}: enumeration (published, 2 ways)",
                                  f"{DOCUMENT}: band_classes (published, 2 ways)"]
    near = of(known, "289", files=(DOCUMENT,)).document["near"]
    assert {each["origin"].partition(",")[0] for each in near} >= {"published: OEIS A107739"}
    assert any(each["value"] == "288.24" or "rows" in each["origin"] for each in near)


def test_lines_are_no_wider_than_the_terminal(known: Known) -> None:
    for text in ("288", "6.6709e21", "7" * 100):
        for columns in (20, 47, 80):
            assert max(map(len, of(known, text, columns).lines)) <= columns


@pytest.mark.parametrize("text,message", [
    ("values: [{shape: 2x2, quantity: grids, value: about 288, strategies: [a], experiment: x}]",
     r" values\[0\]: .*'about 288'"),
    ("values: [{shape: 2x2, quantity: grids, value: 288, experiment: x}]", r" values\[0\]: lacks 'strategies'"),
    ("values: [{shape: 22, quantity: grids, value: 288, strategies: [a], experiment: x}]", r" values\[0\]: "),
    ("values: [1]", r" values\[0\]: "),
    ("[]", " cannot be read"),
    ("values: [", " cannot be read: .* line [12], column")])
def test_mistakes_of_the_data_file_are_located(text: str, message: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "found_here.yaml").write_text(text)
    with pytest.raises(_command.BadInput, match=f"found_here.yaml:{message}"):
        read_known(tmp_path)


def test_a_missing_data_file_is_named(tmp_path: pathlib.Path) -> None:
    with pytest.raises(_command.BadInput, match="found_here.yaml: cannot be opened.*install gridcensus again"):
        read_known(tmp_path)


def test_the_command_writes_text_or_json(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(identify, "data_file", lambda name: DATA / name)
    assert _command.start("identify", ["6670903752021072936960"]) == 0
    assert capfd.readouterr().out.count("\n") <= 15
    assert _command.start("identify", ["28,200,960", DOCUMENT, "--json", "-"]) == 0
    assert json.loads(capfd.readouterr().out)["matches"][0]["shape"] == "2x3"


@pytest.mark.parametrize("words,message", [((), "expected at least one NUMBER"), (("x",), "NUMBER x: expected"),
                                           (("288", "none.json"), "none.json: cannot be read"),
                                           (("288", DOCUMENT, "--json", DOCUMENT), "is read from")])
def test_mistakes_are_one_line(words: tuple[str, ...], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert _command.start("identify", words) == 2
    out, err = capfd.readouterr()
    assert out == "" and message in err and err.startswith("error: ") and err.count("\n") == 1
