// The reader of grids and puzzles: every form in which the field exchanges them, and its messages about other texts.
#include "app/grid_file.hpp"
#include "gridcensus/rules.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

namespace {

using gridcensus::parse_problem;
using gridcensus::Shape;
using gridcensus::app::CompletedGrids;
using gridcensus::host::BadInput;
using gridcensus::host::read_puzzle;
using gridcensus::mathematics::to_line;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Read {
  std::vector<std::string> lines;
  std::string summary;
  std::string mistake;
};

/// Reads all of a text, as far as it can be read.
Read read(const std::string& text, std::optional<Shape> shape = std::nullopt, const std::string& rules = "classic") {
  Read read;
  try {
    CompletedGrids reader{std::make_unique<std::istringstream>(text), "file", shape,
                          [&](Shape found) { return parse_problem(found, rules); }};
    while (const auto grid = reader.next()) read.lines.push_back(to_line(*grid));
    read.summary = reader.summary();
  } catch (const BadInput& error) {
    read.mistake = to_string(error.diagnostics().front());
  }
  return read;
}

constexpr auto one = "1234341221434321";
constexpr auto other = "1234341223414123";

constexpr auto drawn =
    "+----+----+\n| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n+----+----+\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\n\n"
    "1234\n3412\n2341\n4123";

TEST(CompletedGrids, ReadsEveryForm) {
  for (const std::string text : {
           "1234341221434321\n1234341223414123\n",
           "\xEF\xBB\xBF# two grids\r\n\r\n1234341221434321\r\n  # indented\r\n1234341223414123",
           "0123230110323210\n0123230112303012\n",
           "abcdcdabbadcdcba\nABCDCDABBCDADABC\n",
           "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n1,2,3,4,3,4,1,2,2,3,4,1,4,1,2,3\n",
           "12 34 34 12 21 43 43 21\n1234|3412|2341|4123\n",
           "1234\n3412\n2143\n4321\n1234\n3412\n2341\n4123\n",
           drawn,
           "draw,grid\n0,1234341221434321\n1,1234341223414123\n",
           "grid\n1234341221434321\n1234341223414123\n",
           "\"name\",\"grid\",\"more\"\n\"a, b\",\"1234341221434321\",1\nc,1234341223414123,2\n",
           "7,1234341221434321,x\n8,1234341223414123,y\n",
           "{\"draw\": 1, \"grid\": \"1234341221434321\"}\n{\"grid\": \"1234341223414123\", \"x\": {\"grid\": 1}}\n",
       }) {
    const Read found = read(text);
    EXPECT_THAT(found.lines, ElementsAre(one, other)) << text << found.mistake;
    EXPECT_THAT(found.summary, StartsWith("read 2 grids of 2x2, "));
  }
}

TEST(CompletedGrids, DescribesTheGridsThatItFound) {
  EXPECT_EQ(read("0123230110323210").summary, "read 1 grid of 2x2, one a line, symbols 0..3");
  EXPECT_EQ(read("1234\n3412\n2143\n4321").summary, "read 1 grid of 2x2, 4 lines each, symbols 1..4");
  EXPECT_EQ(read("n,grid\n1,ABCDCDABBADCDCBA").summary, "read 1 grid of 2x2, in column 2 of CSV, symbols A..D");
}

TEST(CompletedGrids, ReadsTwoDigitNumbersAndLettersAfterDigits) {
  const auto symbol = [](int row, int col) { return (4 * (row % 4) + row / 4 + col) % 16; };
  std::string numbers;
  std::string from_0;
  std::string hexadecimal;
  std::string ours;
  for (int row = 0; row < 16; ++row) {
    for (int col = 0; col < 16; ++col) {
      numbers += std::to_string(symbol(row, col) + 1) + (col < 15 ? " " : "\n");
      from_0 += std::to_string(symbol(row, col)) + (col < 15 ? "," : "\n");
      hexadecimal += "0123456789abcdef"[symbol(row, col)];
      ours += "123456789ABCDEFG"[symbol(row, col)];
    }
  }
  // A row of 16 could be a grid of 2x2.
  EXPECT_THAT(read(numbers, Shape{4, 4}).lines, ElementsAre(ours));
  EXPECT_THAT(read(from_0, Shape{4, 4}).lines, ElementsAre(ours));
  EXPECT_THAT(read(hexadecimal).lines, ElementsAre(ours));
  EXPECT_THAT(read(ours).lines, ElementsAre(ours));
}

TEST(CompletedGrids, AsksForTheShapeIfThereAreSeveral) {
  const std::string grid = "123456456123214365365214531642642531";
  EXPECT_EQ(read(grid).mistake, "file:1: 36 symbols can be a grid of 1x6, 2x3, 3x2, 6x1; choose by --shape");
  EXPECT_THAT(read(grid, Shape{2, 3}).lines, ElementsAre(grid));
  EXPECT_THAT(read(grid, Shape{3, 2}).mistake, HasSubstr("file:1:"));
}

TEST(CompletedGrids, ReadsGridsOfOtherRules) {
  const std::string square = "1234234134124123";
  EXPECT_THAT(read(square).mistake,
              HasSubstr("file:1:5: row 2, column 1: expected another symbol than 2, which row 1, column 2 has"));
  EXPECT_THAT(read(square, std::nullopt, "latin").lines, ElementsAre(square));
  EXPECT_THAT(read(one, std::nullopt, "less:r1c2.r1c1").mistake,
              HasSubstr("file:1:2: row 1, column 2: the rules do not allow 2 here with 1 at row 1, column 1"));
  EXPECT_THAT(read(one, std::nullopt, "allowed:2.3:r1c1").mistake,
              HasSubstr("file:1:1: row 1, column 1: the rules do not allow 1 here"));
}

TEST(CompletedGrids, LocatesMistakes) {
  const auto mistake = [](const std::string& text) { return read(text).mistake; };
  EXPECT_EQ(mistake(""), "file: contains no grid");
  EXPECT_EQ(mistake("# nothing\n\n"), "file: contains no grid");
  EXPECT_EQ(mistake("n,grid\n"), "file: contains no grid");
  EXPECT_THAT(mistake("1234341221434321\n123434122143432\n"), HasSubstr("file:2: expected 16 symbols, a grid of 2x2"));
  EXPECT_THAT(mistake("1234341221434321\n12343412214343.1\n"),
              HasSubstr("file:2:15: row 4, column 3: expected one of 1..4, not '.'"));
  EXPECT_THAT(mistake("123434122143432x\n"), HasSubstr("file:1:16: row 4, column 4: expected one of 1..4, not 'x'"));
  EXPECT_THAT(mistake("1234\n3412\n2143\n4312\n"),
              HasSubstr("file:4:3: row 4, column 3: expected another symbol than 1, which row 2, column 3 has"));
  EXPECT_THAT(mistake("1234\n3412\n2143\n"),
              HasSubstr("file:3: the grid that begins in line 1 ends after 3 of 4 rows"));
  EXPECT_THAT(mistake("1234\n3412\n21433\n4312\n"), HasSubstr("file:3: expected 4 symbols, a row of 2x2; found 5"));
  EXPECT_EQ(mistake("puzzle,solution\n"), "file: contains no grid");
  EXPECT_THAT(mistake("12341234\n"), HasSubstr("file:1: 8 symbols are neither a grid nor a row"));
  EXPECT_THAT(mistake("n,grid\n1,1234341221434321\n2\n"), HasSubstr("file:3: expected the grid in field 2"));
  EXPECT_THAT(mistake("n,grid\n1,1234341221434321\n2,1234341221434322\n"), HasSubstr("file:3:18: row 4, column 4"));
  EXPECT_EQ(mistake("{\"grid\": 1}\n"), "file: contains no grid");
}

TEST(CompletedGrids, ReadWhatOtherProgramsWriteBesideThem) {
  const std::string solution = std::string{one} + "\n";
  for (const std::string& text : std::vector<std::string>{
           "quizzes,solutions\n1.34341221434321," + solution,
           "0034341221434321," + solution,
           std::string{one} + " # 32 automorphisms\n",
           "<game data=\"" + std::string{one} + "\"/>\n",
       }) {
    const Read found = read(text);
    EXPECT_THAT(found.lines, ElementsAre(one)) << text << found.mistake;
  }
}

TEST(CompletedGrids, TellRowsOf16FromGridsOf2x2) {
  std::string rows;
  for (int row = 0; row < 16; ++row) {
    for (int col = 0; col < 16; ++col)
      rows += std::to_string((4 * (row % 4) + row / 4 + col) % 16 + 1) + (col < 15 ? " " : "\n");
  }
  EXPECT_THAT(read(rows).summary, StartsWith("read 1 grid of 4x4, 16 lines each, symbols 1..16"));
  EXPECT_THAT(read("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n").summary, StartsWith("read 1 grid of 2x2, one a line"));
}

TEST(CompletedGrids, StopAtALineThatIsNotAGrid) {
  EXPECT_THAT(read(std::string{one} + "\n12343412214343xy\n").mistake, HasSubstr("file:2:15: row 4, column 3"));
  EXPECT_THAT(read(std::string{one} + "\nmore text\n").mistake, HasSubstr("file:2: expected 16 symbols"));
}

/// A text without an end.
class Endless : public std::streambuf {
 public:
  explicit Endless(std::string text) : text_{std::move(text)} {}
  std::size_t bytes() const { return bytes_; }

 protected:
  int_type underflow() override {
    bytes_ += text_.size();
    setg(text_.data(), text_.data(), text_.data() + text_.size());
    return traits_type::to_int_type(text_.front());
  }

 private:
  std::string text_;
  std::size_t bytes_ = 0;
};

TEST(CompletedGrids, RefuseEndlessTextsAfterOneMebibyte) {
  for (const auto& [text, mistake] : {
           std::pair{std::string(4096, '\0'), "file:1:1: a NUL byte; expected text"},
           std::pair{std::string(4096, '1'), "file:1: no grid ends in 1 MiB of text"},
           std::pair{std::string(4096, '\n'), "no grid ends in 1 MiB of text"},
           std::pair{std::string{"# comment\n"}, "no grid ends in 1 MiB of text"},
           std::pair{std::string{"1234\n\n"}, "expected another symbol"},
       }) {
    Endless buffer{text};
    try {
      CompletedGrids grids{std::make_unique<std::istream>(&buffer), "file", Shape{2, 2},
                           [](Shape shape) { return parse_problem(shape, "classic"); }};
      while (grids.next()) {
      }
      FAIL() << "was read";
    } catch (const BadInput& error) {
      EXPECT_THAT(to_string(error.diagnostics().front()), HasSubstr(mistake));
    }
    EXPECT_LE(buffer.bytes(), std::size_t{2} << 20U);
  }
}

/// Counts the completed grids of a puzzle by trying all symbols, always in the cell that has the fewest.
class Solutions {
 public:
  Solutions(Shape shape, const std::string& givens) : shape_{shape}, cells_(static_cast<std::size_t>(shape.cells())) {
    std::istringstream fields{givens};
    std::string field;
    for (int cell = 0; fields >> field; ++cell) {
      if (field != ".") is_possible_ = is_possible_ && place(cell, std::uint64_t{1} << (std::stoul(field) - 1));
    }
  }

  std::uint64_t count() {
    if (!is_possible_) return 0;
    int best = -1;
    std::uint64_t symbols = 0;
    for (int cell = 0; cell < shape_.cells(); ++cell) {
      if (cells_[static_cast<std::size_t>(cell)] != 0) continue;
      const std::uint64_t possible = possible_at(cell);
      if (best >= 0 && std::popcount(possible) >= std::popcount(symbols)) continue;
      best = cell;
      symbols = possible;
    }
    if (best < 0) return 1;
    std::uint64_t number = 0;
    for (; symbols != 0; symbols &= symbols - 1) {
      place(best, symbols & -symbols);
      number += count();
      cells_[static_cast<std::size_t>(best)] = 0;
    }
    return number;
  }

 private:
  bool sees(int cell, int peer) const {
    const auto [box_rows, box_cols] = shape_;
    const int side = shape_.side();
    const bool same_box =
        cell / side / box_rows == peer / side / box_rows && cell % side / box_cols == peer % side / box_cols;
    return cell / side == peer / side || cell % side == peer % side || same_box;
  }
  std::uint64_t possible_at(int cell) const {
    std::uint64_t possible = (std::uint64_t{1} << static_cast<unsigned>(shape_.side())) - 1;
    for (int peer = 0; peer < shape_.cells(); ++peer) {
      if (sees(cell, peer)) possible &= ~cells_[static_cast<std::size_t>(peer)];
    }
    return possible;
  }
  bool place(int cell, std::uint64_t symbol) {
    const bool is_possible = (possible_at(cell) & symbol) != 0;
    cells_[static_cast<std::size_t>(cell)] = symbol;
    return is_possible;
  }

  Shape shape_;
  std::vector<std::uint64_t> cells_;
  bool is_possible_ = true;
};

/// The puzzles are made up, one for each shape. expected.txt has the number of solutions of each file, which another
/// solver found, or a part of the refusal.
TEST(Puzzle, HasTheExpectedNumberOfSolutionsInEveryForm) {
  const auto folder = gridcensus::testing::source_folder() / "tests/puzzles";
  std::ifstream table{folder / "expected.txt"};
  int files = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    ++files;
    std::istringstream fields{line};
    std::string name;
    std::string shape_text;
    std::string expected;
    std::getline(std::getline(fields, name, ' '), shape_text, ' ');
    std::getline(fields, expected);
    std::ifstream file{folder / name, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{file}, {}};
    const Shape shape = gridcensus::parse_shape(shape_text);
    try {
      const auto puzzle = read_puzzle(text, name, shape);
      EXPECT_EQ(std::to_string(Solutions{shape, puzzle.givens}.count()), expected) << name;
    } catch (const BadInput& error) {
      ASSERT_TRUE(expected.starts_with('!')) << name << ": " << error.what();
      EXPECT_THAT(to_string(error.diagnostics().front()), HasSubstr(expected.substr(1)));
    }
  }
  EXPECT_GE(files, 70);
}

TEST(Puzzle, NotesWhatWasTakenForWhat) {
  const auto notes = [](const std::string& text) { return read_puzzle(text, "file", {2, 2}).notes; };
  EXPECT_THAT(notes("12............4."), ElementsAre());
  EXPECT_THAT(notes("1200000000000040"), ElementsAre("0 is a blank"));
  EXPECT_THAT(notes("12*-?00000000040"), ElementsAre("*, -, 0 and ? are blanks")) << "4 is not one of 0..3";
  EXPECT_THAT(notes("AB............D."), ElementsAre("A..D are the symbols 1..4"));
  EXPECT_THAT(notes("Puzzle 7\n12............4."), ElementsAre("lines of other text are skipped"));
  EXPECT_THAT(notes("12............4.,1243342143122134"), ElementsAre("solutions beside puzzles are skipped"));
}

}  // namespace
