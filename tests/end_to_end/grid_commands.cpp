// Tests of `gridcensus canonical` and `grids`, and of the files of grids that they and other commands read.
#include "program.hpp"
#include "support/places.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::lines_of;
using gridcensus::testing::Program;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

/// Runs a command that must succeed.
Program::Ended well_ended(const std::vector<std::string>& arguments) {
  auto ended = Program::run(arguments);
  EXPECT_EQ(ended.status, 0) << ended.err;
  return ended;
}

/// Returns the stderr of a command that must refuse.
std::string mistake_of(const std::vector<std::string>& arguments) {
  const auto ended = Program::run(arguments);
  EXPECT_EQ(ended.status, 2) << ended.err;
  EXPECT_THAT(ended.out, IsEmpty());
  return ended.err;
}

std::string written(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const auto file = folder / name;
  std::ofstream{file} << text;
  return file.string();
}

std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream{file};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

TEST(Canonical, PrintsTheFormOfEachGrid) {
  const TemporaryFolder folder;
  const auto file = written(folder, "grids.txt", "4321214334121234\n1234341223414123\n");
  const auto lines = well_ended({"canonical", file});
  EXPECT_EQ(lines.out, "1234341221434321\n1234341223414123\n");
  EXPECT_EQ(lines.err, "read 2 grids of 2x2, one a line, symbols 1..4\n");
  EXPECT_EQ(well_ended({"canonical", file, "--format", "csv", "--quiet"}).out,
            "grid,form,automorphisms,class_size,index\n"
            "4321214334121234,1234341221434321,32,96,287\n"
            "1234341223414123,1234341223414123,16,192,1\n");
  const auto json = nlohmann::json::parse(lines_of(well_ended({"canonical", file, "--format", "jsonl"}).out)[1]);
  EXPECT_EQ(json["form"], "1234341223414123");
  EXPECT_EQ(json["automorphisms"], 16);
  EXPECT_EQ(json["class_size"], "192");
  EXPECT_EQ(json["index"], "1");
  EXPECT_EQ(Program::run({"canonical", "-"}, {.folder = {}, .environment = {}, .to_file = {}, .from_file = file}).out,
            lines.out);
}

TEST(Canonical, DoesNotDependOnThreads) {
  const TemporaryFolder folder;
  const auto file = (folder / "grids.txt").string();
  well_ended({"sample", "3x3", "--count", "3000", "--format", "line", "-o", file});
  const auto forms = well_ended({"canonical", file, "--format", "csv", "--threads", "1"}).out;
  auto lines = lines_of(forms);
  ASSERT_EQ(lines.size(), 3001U);
  EXPECT_EQ(well_ended({"canonical", file, "--format", "csv", "--threads", "3"}).out, forms);
  // Other commands read its output: the column `grid`, with the numbers in the last column.
  std::string numbers;
  lines.erase(lines.begin());
  for (const auto& line : lines) numbers += line.substr(line.rfind(',') + 1) + "\n";
  EXPECT_EQ(well_ended({"sample", "3x3", "--rank", written(folder, "forms.csv", forms)}).out, numbers);
}

/// Applies a map that --same prints as JSON to a grid in one line.
std::string mapped(const std::string& grid, const nlohmann::json& map, std::size_t side) {
  std::string image(grid.size(), '?');
  for (std::size_t row = 0; row < side; ++row) {
    for (std::size_t column = 0; column < side; ++column) {
      const bool is_transposed = map["transposed"];
      const std::size_t to_row = map["rows"][is_transposed ? column : row].get<std::size_t>() - 1;
      const std::size_t to_column = map["columns"][is_transposed ? row : column].get<std::size_t>() - 1;
      const auto symbol = static_cast<std::size_t>(grid[row * side + column] - '1');
      image[to_row * side + to_column] = static_cast<char>('0' + map["symbols"][symbol].get<int>());
    }
  }
  return image;
}

TEST(Canonical, MapsEquivalentGridsToEachOther) {
  const TemporaryFolder folder;
  const auto file = (folder / "grids.txt").string();
  well_ended({"shuffle", "3x3", "--count", "20", "--format", "line", "-o", file});
  const auto grids = lines_of(content_of(file));
  const auto found = well_ended({"canonical", file, "--same", "--format", "jsonl"});
  EXPECT_THAT(found.err, HasSubstr("they are in 1 class\n"));
  const auto lines = lines_of(found.out);
  ASSERT_EQ(lines.size(), 20U);
  EXPECT_EQ(lines[0], R"({"number": 1, "same_as": null})");
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto map = nlohmann::json::parse(lines[i]);
    EXPECT_EQ(map["number"], i + 1);
    EXPECT_EQ(map["same_as"], 1);
    EXPECT_EQ(mapped(grids[0], map, 9), grids[i]);
  }
  // The same in text, which omits unchanged lines and symbols. Verified by hand: grid 2 transposed begins 1324, 2431.
  const auto words = written(folder, "words.txt",
                             "1234341221434321\n1234341223414123\n1234341221434321\n2134341212434321\n"
                             "3412123421434321\n");
  EXPECT_EQ(well_ended({"canonical", words, "--same"}).out,
            "grid 3 equals grid 1\n"
            "grid 4 is grid 2: transposed; symbols to 2 3 1 4\n"
            "grid 5 is grid 1: rows to 1 2 4 3; symbols to 3 4 1 2\n");
}

TEST(Canonical, AcceptsRulesAndGivens) {
  const TemporaryFolder folder;
  const auto file = (folder / "grids.csv").string();
  well_ended({"sample", "2x3", "--rules", "diagonals", "--count", "300", "--format", "csv", "-o", file});
  const auto forms = lines_of(well_ended({"canonical", file, "--shape", "2x3", "--rules", "diagonals"}).out);
  EXPECT_EQ((std::set<std::string>{forms.begin(), forms.end()}.size()), 3U);
  // One symbol is distinguished; the others are still named in order of appearance.
  const auto givens = written(folder, "givens.txt", "2341412332141432\n");
  EXPECT_EQ(well_ended({"canonical", givens, "--given", "2..............."}).out, "2134342112434312\n");
}

TEST(Canonical, ReportsUnreadableInput) {
  const TemporaryFolder folder;
  EXPECT_THAT(mistake_of({"canonical"}), HasSubstr("expected the argument FILE"));
  EXPECT_THAT(mistake_of({"canonical", (folder / "none").string()}), HasSubstr("No such file"));
  EXPECT_THAT(mistake_of({"canonical", folder.path().string()}), HasSubstr("Is a directory"));
  const auto file = written(folder, "grids.txt", "1234341221434321\n12343412214343.1\n");
  EXPECT_THAT(mistake_of({"canonical", file}),
              HasSubstr(file + ":2:15: row 4, column 3: expected one of 1..4, not '.'"));
  EXPECT_THAT(mistake_of({"canonical", file, "--shape", "3x3"}), HasSubstr(file + ":1: expected 81 symbols"));
  EXPECT_THAT(mistake_of({"canonical", file, "--shape", "3x"}), HasSubstr("--shape"));
  EXPECT_THAT(mistake_of({"canonical", file, "--rules", "diagonl"}), HasSubstr("--rules"));
  EXPECT_THAT(mistake_of({"canonical", file, "--format", "grid"}), HasSubstr("expected one of: line, csv, jsonl"));
  EXPECT_THAT(mistake_of({"canonical", file, "--same", "--format", "csv"}), HasSubstr("jsonl"));
  EXPECT_THAT(mistake_of({"canonical", written(folder, "empty", "")}), HasSubstr("contains no grid"));
}

TEST(Grids, ListAllGridsAndAllClasses) {
  const auto all = well_ended({"grids", "2x2", "--all"});
  EXPECT_EQ(lines_of(all.out).size(), 288U);
  EXPECT_THAT(all.err, StartsWith("288 grids of 2x2: their number agrees with exact counting; SHA-256 "));
  EXPECT_EQ(well_ended({"grids", "2x2", "--essentially-different", "--format", "csv"}).out,
            "number,grid,automorphisms,class_size\n"
            "0,1234341221434321,32,96\n"
            "1,1234341223414123,16,192\n");
  const auto classes = well_ended({"grids", "2x3", "--essentially-different"});
  EXPECT_EQ(lines_of(classes.out).size(), 49U);
  EXPECT_THAT(classes.err, AllOf(StartsWith("49 classes of 2x3: their number agrees with Burnside's lemma"),
                                 HasSubstr("their 28200960 grids agree with exact counting")));
  EXPECT_EQ(lines_of(well_ended({"grids", "1x6", "--essentially-different"}).out).size(), 22U);
  EXPECT_EQ(lines_of(well_ended({"grids", "2x3", "--rules", "diagonals", "--all"}).out).size(), 8640U);
  EXPECT_THAT(well_ended({"grids", "2x2", "--rules", "anti_king", "--all"}).out, IsEmpty());
}

TEST(Grids, MatchThePrintedDigest) {
  const TemporaryFolder folder;
  const auto file = (folder / "list.jsonl").string();
  const auto ended = well_ended({"grids", "2x3", "--rules", "diagonals", "--all", "--format", "jsonl", "-o", file});
  const auto at = ended.err.find("SHA-256 ");
  ASSERT_NE(at, std::string::npos);
  const std::string digest = ended.err.substr(at + 8, 64);
  const std::string check = "echo '" + digest + "  " + file + "' | sha256sum --check --quiet";
  EXPECT_EQ(std::system(check.c_str()), 0);  // NOLINT(cert-env33-c)
}

TEST(Grids, AreListedInNumericalOrderFromAnyStart) {
  const std::vector<std::string> list{"grids", "2x3", "--rules", "diagonals", "--all"};
  const auto all = lines_of(well_ended(list).out);
  const auto from = [&](const std::string& number) {
    auto arguments = list;
    arguments.insert(arguments.end(), {"--from", number, "--format", "csv", "--threads", "1"});
    return lines_of(well_ended(arguments).out);
  };
  const auto rest = from("5000");
  ASSERT_EQ(rest.size(), 3641U);
  EXPECT_EQ(rest[1], "5000," + all[5000]);
  EXPECT_EQ(well_ended({"sample", "2x3", "--rules", "diagonals", "--unrank", "5000", "--format", "line"}).out,
            all[5000] + "\n");
  EXPECT_EQ(from("8640").size(), 1U);
  EXPECT_THAT(lines_of(well_ended({"grids", "2x3", "--essentially-different", "--from", "48"}).out),
              ElementsAre("123456456231231645645312312564564123"));
}

TEST(Grids, ReportHowToResumeAfterAnInterruption) {
  const TemporaryFolder folder;
  const auto file = folder / "classes.txt";
  Program program{{"grids", "2x4", "--essentially-different", "--quiet"},
                  {.folder = {}, .environment = {}, .to_file = file, .from_file = "/dev/null"}};
  // The first lines appear after a second of counting; all of them would take a minute.
  while (content_of(file).empty()) std::this_thread::sleep_for(std::chrono::milliseconds{5});
  program.send(SIGTERM);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 4) << ended.err;
  const std::string lines = std::to_string(lines_of(content_of(file)).size());
  EXPECT_EQ(ended.err, "interrupted before number " + lines + "; to list the rest, add --from " + lines + "\n");
}

// 4,161,389 solutions: counted in a second, listed in half a minute.
constexpr auto puzzle_of_15_clues = ".......1.4.........2.............4....8...3....1.9....3..4..2...5.1........8.6...";

TEST(Grids, StopWithinTheGridsOfOneBeginning) {
  const TemporaryFolder folder;
  const auto file = folder / "solutions.txt";
  Program program{{"grids", "3x3", "--all", "--given", puzzle_of_15_clues},
                  {.folder = {}, .environment = {}, .to_file = file, .from_file = "/dev/null"}};
  while (std::filesystem::file_size(file) == 0) std::this_thread::sleep_for(std::chrono::milliseconds{5});
  program.send(SIGINT);
  const auto ended = program.wait();
  EXPECT_EQ(ended.status, 4) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("interrupted before number "));
}

TEST(SlowCommands, ReportProgressAndEndAtASignal) {
  const TemporaryFolder folder;
  const auto slow =
      written(folder, "slow.yaml", "title: Slow\nproblems: [{shape: 3x3}]\nstrategies: {enumeration: {max_side: 9}}\n");
  using Case = std::pair<std::vector<std::string>, std::string>;
  for (const auto& [arguments, note] :
       {Case{{"grids", "2x4", "--all", "--rules", "diagonals"}, "counting the grids of 2x4 diagonals"},
        Case{{"sample", "2x4", "--rules", "diagonals"}, "counting the grids of 2x4 diagonals"},
        Case{{"plan", slow, "--measure", "600"}, "run 1 of 1: enumeration on 3x3: measuring"}}) {
    Program program{arguments};
    program.wait_for_error_text(note);
    program.send(SIGINT);
    const auto ended = program.wait();
    EXPECT_EQ(ended.status, 128 + SIGINT) << arguments.front();
    EXPECT_THAT(ended.err, HasSubstr(note));
    EXPECT_THAT(ended.out, IsEmpty());
  }
}

struct LargePuzzle {
  std::string shape;
  std::string givens;
  std::size_t solutions;
  std::string check;
};

/// Returns puzzles with few solutions; `exact_cover` does not count the second.
std::vector<LargePuzzle> large_puzzles() {
  return {{"4x4",
           "....3....48.C169.3A6G8.4....D7.BB.58C2EF6.7..A3..9C.B.6..2..8F.E4.3D.E2A.1..B..G1.8A6.B3.5.C2...5..."
           ".C4.83.2.6.1.C..1.F8.E.6........8.A.1C.4...D8..FE3..5B..14C23.21.B.5D9E.6...CD..2..6..F8E59A.5...48."
           "..31...C...CA.7..G..FB4..4.7.63.9ACE..18F....5...8B...A.",
           32, "exact counting"},
          {"5x5",
           "F..3..M....O.D4..P..NK.B.9.N....LOI..PC.FA.2.J.531.75.6....J1BG9.E.CINL4FP.JHBGC7..EP....5.4.O.2.D8."
           "4O.8..B..1...2..5.K7.CH.MK5.2..G.LANH.8.1PE.ID3C.J...PHN.J..G2DE.4..59IL.6....ILBE6P257KJA.CO..4M.1."
           "6B...5C1KD.PM...27.HO.GF.DC..G...9.....LJK.3BP52.NMK.C..65....EO.31G.D.H.L2.9G.I1..2C34.F...5..M.AK."
           "B3..OJHENK.D9G7.6I..FP..5.F162G..M7C..N..H49..J.ID5P....3I4...JM..FK.A7GO.9.L.N..2O.9A...M.B.PE3I4D."
           "A4..5.L..MO.C..7J9.KHN6..G.P.3...JN..45F.L...1E...IDKEB4.36G.L2PJ5MFN...79A8.H.1.AC..9E.KN...D4...M."
           "H.E5F29.A3...7.P..B..D.N.O..19I5F.LD.3...E8426BP..326L.MKP14..BIO..JC..F8HG.IMB.D..7.K9A4.G3N.1..L.C"
           "7.C.4.NB8EJF...A....9..2.",
           16, "a search in another order"}};
}

TEST(Grids, OfPuzzlesOfEverySideAgreeWithTheCount) {
  for (const auto& [shape, givens, solutions, check] : large_puzzles()) {
    const auto ended = well_ended({"grids", shape, "--all", "--given", givens});
    EXPECT_EQ(lines_of(ended.out).size(), solutions);
    EXPECT_THAT(ended.err, HasSubstr("their number agrees with " + check));
    const auto counted = well_ended({"count", shape, "--given", givens, "--with", "enumeration", "--json", "-"});
    EXPECT_EQ(counted.json()["outcomes"][0]["value"], std::to_string(solutions));
  }
}

TEST(Grids, FirstOnesNeedNoCount) {
  const auto first = well_ended({"grids", "2x3", "--first", "3", "--rules", "diagonals"});
  const auto all = lines_of(well_ended({"grids", "2x3", "--all", "--rules", "diagonals"}).out);
  EXPECT_EQ(lines_of(first.out), (std::vector<std::string>{all.begin(), all.begin() + 3}));
  EXPECT_THAT(first.err,
              StartsWith("3 grids of 2x3 diagonals: there may be more; not compared with a count; SHA-256 "));
  EXPECT_EQ(well_ended({"grids", "2x3", "--first", "2", "--from", "5", "--rules", "diagonals"}).out,
            all[5] + "\n" + all[6] + "\n");
  EXPECT_EQ(lines_of(well_ended({"grids", "4x4", "--first", "1", "--rules", "diagonals,anti_knight"}).out).size(), 1U);
  EXPECT_THAT(well_ended({"grids", "2x2", "--first", "9", "--rules", "anti_king"}).err,
              StartsWith("0 grids of 2x2 anti_king: there are no more;"));
}

TEST(Grids, RejectUnsupportedRequests) {
  EXPECT_THAT(mistake_of({"grids", "2x2"}), HasSubstr("expected one of --all, --essentially-different and --first"));
  EXPECT_THAT(mistake_of({"grids", "2x2", "--all", "--essentially-different"}), HasSubstr("expected one of"));
  EXPECT_THAT(mistake_of({"grids", "--all"}), HasSubstr("expected the argument SHAPE"));
  EXPECT_THAT(mistake_of({"grids", "3x3", "--all"}),
              HasSubstr("6670903752021072936960 grids, more than can be listed"));
  EXPECT_THAT(mistake_of({"grids", "4x4", "--essentially-different"}), HasSubstr("could not be checked"));
  EXPECT_THAT(mistake_of({"grids", "2x2", "--all", "--from", "289"}), HasSubstr("there are only 288 grids"));
}

TEST(FilesOfGrids, AreRankedAndShuffled) {
  const TemporaryFolder folder;
  const auto file = written(folder, "grids.txt", "# two\n1234\n3412\n2143\n4321\n\n1234\n3412\n2341\n4123\n");
  const auto ranks = well_ended({"sample", "2x2", "--rank", file});
  EXPECT_EQ(ranks.out, "0\n1\n");
  EXPECT_EQ(ranks.err, "read 2 grids of 2x2, 4 lines each, symbols 1..4\n");
  EXPECT_EQ(well_ended({"sample", "2x2", "--rules", "latin", "--rank", "1234214334124321"}).out, "0\n");
  EXPECT_EQ(well_ended({"shuffle", "2x2", "--grid", file, "--format", "line"}).out,
            well_ended({"shuffle", "2x2", "--grid", "1234341221434321", "--format", "line"}).out);
  EXPECT_THAT(mistake_of({"sample", "2x2", "--rank", written(folder, "bad.txt", "1234341221434322\n")}),
              HasSubstr("bad.txt:1:16: row 4, column 4"));
  EXPECT_THAT(mistake_of({"shuffle", "2x2", "--grid", written(folder, "bad.txt", "123434122143432\n")}),
              HasSubstr("bad.txt:1: expected 16 symbols"));
}

TEST(FilesOfGrids, AreReadAsTheProgramWritesThem) {
  const TemporaryFolder folder;
  for (const auto& [shape, format] : {std::pair{"4x4", "grid"}, std::pair{"4x4", "line"}, std::pair{"4x4", "csv"},
                                      std::pair{"4x4", "jsonl"}, std::pair{"5x5", "grid"}, std::pair{"3x3", "grid"}}) {
    const auto grids = (folder / "grids.txt").string();
    well_ended({"sample", shape, "--approximate", "--count", "2", "--format", format, "-o", grids});
    const auto forms = well_ended({"canonical", grids});
    EXPECT_EQ(lines_of(forms.out).size(), 2U) << shape << format;
    EXPECT_THAT(forms.err, StartsWith(std::string{"read 2 grids of "} + shape));
    EXPECT_EQ(well_ended({"canonical", written(folder, "forms.txt", forms.out)}).out, forms.out);
  }
  const auto list = well_ended({"grids", "2x2", "--all", "--format", "jsonl"}).out;
  EXPECT_EQ(lines_of(well_ended({"canonical", written(folder, "list.jsonl", list)}).out).size(), 288U);
}

#ifdef __SANITIZE_ADDRESS__
constexpr auto* little_memory = "";  // the sanitizer reserves terabytes
#else
constexpr auto* little_memory = "ulimit -v 2000000; ";
#endif

/// Runs a command that must refuse an endless or unreadable file at once: in little memory, and before its time is up.
std::string mistake_in_little_memory(const std::string& command) {
  const TemporaryFolder folder;
  const auto err = (folder / "err").string();
  const std::string limited = std::string{little_memory} + "ulimit -t 60; " +
                              gridcensus::testing::program_file().string() + " " + command + " 2> " + err +
                              " > /dev/null";
  const int status = std::system(limited.c_str());  // NOLINT(cert-env33-c,concurrency-mt-unsafe)
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << limited << content_of(err);
  return content_of(err);
}

TEST(FilesOfGrids, AreRefusedIfTheyHaveNoEndOrNoText) {
  const TemporaryFolder folder;
  const auto long_line = (folder / "line.txt").string();
  std::ofstream{long_line} << std::string(std::size_t{100} << 20U, '1');
  for (const std::string& command :
       {std::string{"canonical "}, std::string{"sample 2x2 --rank "}, std::string{"shuffle 2x2 --grid "}}) {
    EXPECT_THAT(mistake_in_little_memory(command + "/dev/zero"), HasSubstr("/dev/zero:1:1: a NUL byte; expected text"));
    EXPECT_THAT(mistake_in_little_memory(command + long_line), HasSubstr("1 MiB"));
    EXPECT_THAT(mistake_in_little_memory(command + folder.path().string()), HasSubstr("Is a directory"));
    EXPECT_THAT(mistake_in_little_memory(command + "/dev/null"), HasSubstr("contains no"));
    if (command.starts_with("canonical")) continue;
    EXPECT_THAT(mistake_in_little_memory(command + "./none.txt"), HasSubstr("there is no file ./none.txt"));
  }
  EXPECT_THAT(mistake_in_little_memory("canonical - < /dev/zero"), HasSubstr("standard input:1:1: a NUL byte"));
  EXPECT_THAT(mistake_in_little_memory("sample 2x2 --given " + long_line), HasSubstr("1 MiB"));
  EXPECT_THAT(mistake_in_little_memory("sample 2x2 --given ./none.txt"), HasSubstr("there is no file ./none.txt"));
  for (const std::string& file : {std::string{"/dev/zero"}, std::string{"/dev/null"}, folder.path().string()})
    EXPECT_THAT(mistake_in_little_memory("sample 2x2 --given " + file), HasSubstr(file + ": expected a regular file"));
}

TEST(FilesOfPuzzles, AreCountedAndNoted) {
  const auto puzzle = [](const std::string& name) {
    return (gridcensus::testing::source_folder() / "tests/puzzles" / name).string();
  };
  const auto counted = [&](const std::string& shape, const std::string& name) {
    return Program::run({"count", shape, "--with", "exact_cover", "--given", puzzle(name)});
  };
  for (const auto& [name, note] : {std::pair{"kaggle.csv", "--given: 0 is a blank\n"},
                                   std::pair{"letters_9.txt", "--given: A..I are the symbols 1..9\n"}}) {
    const auto ended = counted("3x3", name);
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr(" 8 ")) << name;
    EXPECT_THAT(ended.err, HasSubstr(note));
  }
  EXPECT_THAT(counted("2x2", "4x4_zero_and_dot.txt").err, HasSubstr("4x4_zero_and_dot.txt:1:1: 0 can be a blank"));
  EXPECT_THAT(counted("3x3", "list.sdm").err, HasSubstr("list.sdm: has 3 puzzles, in lines 1, 2 and 3; expected one"));
  EXPECT_EQ(counted("3x3", "list.sdm").status, 2);
}

}  // namespace
