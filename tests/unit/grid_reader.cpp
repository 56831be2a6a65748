// The reader of grid files: every form in which the field exchanges grids, and its messages about other files.
#include "app/grid_reader.hpp"

#include "gridcensus/rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace {

using gridcensus::parse_problem;
using gridcensus::Shape;
using gridcensus::app::GridReader;
using gridcensus::host::BadInput;
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
  std::istringstream stream{text};
  try {
    GridReader reader{stream, "file", shape, [&](Shape found) { return parse_problem(found, rules); }};
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

TEST(GridReader, ReadsEveryForm) {
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
           "{\"grid\": [1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}\n{\"grid\": [[1,2,3,4],[3,4,1,2],[2,3,4,1],[4,1,2,3]]}\n",
       }) {
    const Read found = read(text);
    EXPECT_THAT(found.lines, ElementsAre(one, other)) << text << found.mistake;
    EXPECT_THAT(found.summary, StartsWith("read 2 grids of 2x2, "));
  }
}

TEST(GridReader, DescribesTheGridsThatItFound) {
  EXPECT_EQ(read("0123230110323210").summary, "read 1 grid of 2x2, one a line, symbols 0..3");
  EXPECT_EQ(read("1234\n3412\n2143\n4321").summary, "read 1 grid of 2x2, 4 lines each, symbols 1..4");
  EXPECT_EQ(read("n,grid\n1,ABCDCDABBADCDCBA").summary, "read 1 grid of 2x2, in column 2 of CSV, symbols A..D");
  EXPECT_EQ(read("{\"grid\": \"1234341221434321\"}").summary, "read 1 grid of 2x2, in lines of JSON, symbols 1..4");
}

TEST(GridReader, ReadsTwoDigitNumbersAndLettersAfterDigits) {
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

TEST(GridReader, AsksForTheShapeIfThereAreSeveral) {
  const std::string grid = "123456456123214365365214531642642531";
  EXPECT_EQ(read(grid).mistake, "file:1: 36 symbols can be a grid of 1x6, 2x3, 3x2, 6x1; choose by --shape");
  EXPECT_THAT(read(grid, Shape{2, 3}).lines, ElementsAre(grid));
  EXPECT_THAT(read(grid, Shape{3, 2}).mistake, HasSubstr("file:1:"));
}

TEST(GridReader, ReadsGridsOfOtherRules) {
  const std::string square = "1234234134124123";
  EXPECT_THAT(read(square).mistake,
              HasSubstr("file:1:5: row 2, column 1: expected another symbol than 2, which row 1, column 2 has"));
  EXPECT_THAT(read(square, std::nullopt, "latin").lines, ElementsAre(square));
  EXPECT_THAT(read(one, std::nullopt, "less:r1c2.r1c1").mistake,
              HasSubstr("file:1:2: row 1, column 2: the rules do not allow 2 here with 1 at row 1, column 1"));
  EXPECT_THAT(read(one, std::nullopt, "allowed:2.3:r1c1").mistake,
              HasSubstr("file:1:1: row 1, column 1: the rules do not allow 1 here"));
}

TEST(GridReader, LocatesMistakes) {
  const auto mistake = [](const std::string& text) { return read(text).mistake; };
  EXPECT_EQ(mistake(""), "file: contains no grid");
  EXPECT_EQ(mistake("# nothing\n\n"), "file: contains no grid");
  EXPECT_EQ(mistake("n,grid\n"), "file:1: expected grids below the header");
  EXPECT_THAT(mistake("1234341221434321\n123434122143432\n"), HasSubstr("file:2: expected 16 symbols, a grid of 2x2"));
  EXPECT_THAT(mistake("1234341221434321\n12343412214343.1\n"),
              HasSubstr("file:2:15: row 4, column 3: expected one of 1..4, not '.'"));
  EXPECT_THAT(mistake("123434122143432x\n"), HasSubstr("file:1:16: row 4, column 4: expected one of 1..4, not 'x'"));
  EXPECT_THAT(mistake("1234\n3412\n2143\n4312\n"),
              HasSubstr("file:4:3: row 4, column 3: expected another symbol than 1, which row 2, column 3 has"));
  EXPECT_THAT(mistake("1234\n3412\n2143\n"),
              HasSubstr("file:3: the grid that begins in line 1 ends after 3 of 4 rows"));
  EXPECT_THAT(mistake("1234\n3412\n21433\n4312\n"), HasSubstr("file:3: expected 4 symbols, a row of 2x2; found 5"));
  EXPECT_THAT(mistake("puzzle,solution\n"), HasSubstr("file:1: 14 symbols are neither a grid nor a row"));
  EXPECT_THAT(mistake("n,grid\n1,1234341221434321\n2\n"), HasSubstr("file:3: expected the grid in field 2"));
  EXPECT_THAT(mistake("n,grid\n1,1234341221434321\n2,1234341221434322\n"), HasSubstr("file:3:18: row 4, column 4"));
  EXPECT_THAT(mistake("{\"x\": 1}\n"), HasSubstr("file:1:1: expected an object with \"grid\""));
  EXPECT_THAT(mistake("{\"grid\": 1}\n"), HasSubstr("expected \"grid\" to be a text or a list of numbers"));
  EXPECT_THAT(mistake("{\"grid\": \n"), HasSubstr("file:1:"));
  EXPECT_THAT(mistake("{\"grid\": \"1234341221434321\"}\n1234341221434321\n"), HasSubstr("file:2:"));
}

}  // namespace
