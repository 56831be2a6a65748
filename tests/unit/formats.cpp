// Checks the encodings of problems for programs against all grids, and the parsing of their output.
#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"
#include "gridcensus/symmetries.hpp"
#include "host/compare/comparison.hpp"
#include "host/formats/answers.hpp"
#include "host/formats/encodings.hpp"
#include "host/formats/problem_json.hpp"
#include "host/formats/template.hpp"
#include "support/places.hpp"
#include "support/random_rules.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gridcensus;
using namespace gridcensus::host;
using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::RandomRules;
using gridcensus::testing::source_folder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

Problem problem_of(const std::string& shape, const std::string& rules) {
  return parse_problem(parse_shape(shape), rules);
}

/// Counts grids cell by cell, straight from the definition of a problem.
class Definition {
 public:
  explicit Definition(const Problem& problem)
      : allowed_{problem.allowed()}, related_{problem.related()}, differ_{cells_seen(problem)} {}

  std::uint64_t grids(std::vector<std::size_t> symbols = {}) const {
    const std::size_t cell = symbols.size();
    if (cell == allowed_.size()) return 1;
    std::uint64_t count = 0;
    symbols.push_back(0);
    for (std::size_t& symbol = symbols.back(); symbol < max_side; ++symbol) {
      if ((allowed_[cell] >> symbol & 1U) != 0 && fits(symbols)) count += grids(symbols);
    }
    return count;
  }

 private:
  bool fits(const std::vector<std::size_t>& symbols) const {
    const std::size_t cell = symbols.size() - 1;
    for (const int other : differ_[cell]) {
      if (static_cast<std::size_t>(other) < cell && symbols[static_cast<std::size_t>(other)] == symbols[cell])
        return false;
    }
    return std::ranges::all_of(related_, [&](const RelatedCells& related) {
      const auto one = static_cast<std::size_t>(related.cells.first);
      const auto other = static_cast<std::size_t>(related.cells.second);
      return other != cell || (related.goes_with[symbols[one]] >> symbols[other] & 1U) != 0;
    });
  }

  std::vector<SymbolBits> allowed_;
  std::vector<RelatedCells> related_;
  std::vector<std::vector<int>> differ_;
};

/// Counts the models of a CNF: unit propagation, then both values of a variable.
class Models {
 public:
  explicit Models(const std::string& dimacs) {
    std::istringstream lines{dimacs};
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words{line};
      std::string word;
      words >> word;
      if (word == "p") {
        words >> word >> variables_ >> clauses_declared_;
      } else if (word != "c") {
        std::vector<int>& clause = clauses_.emplace_back();
        for (int literal = std::stoi(word); literal != 0; words >> literal) clause.push_back(literal);
      }
    }
    EXPECT_EQ(clauses_.size(), clauses_declared_);
  }

  std::uint64_t count() const { return count(std::vector<int>(variables_ + 1)); }

 private:
  std::uint64_t count(std::vector<int> values) const {
    const auto value_of = [&](int literal) {
      return literal > 0 ? values[static_cast<std::size_t>(literal)] : -values[static_cast<std::size_t>(-literal)];
    };
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (const auto& clause : clauses_) {
        int free = 0;
        int unknown = 0;
        bool is_true = false;
        for (const int literal : clause) {
          is_true = is_true || value_of(literal) > 0;
          if (value_of(literal) == 0 && ++unknown == 1) free = literal;
        }
        if (is_true || unknown > 1) continue;
        if (unknown == 0) return 0;
        values[static_cast<std::size_t>(std::abs(free))] = free > 0 ? 1 : -1;
        is_new = true;
      }
    }
    const auto next = std::find(values.begin() + 1, values.end(), 0);
    if (next == values.end()) return 1;
    *next = 1;
    const std::uint64_t with = count(values);
    *next = -1;
    return with + count(values);
  }

  std::size_t variables_ = 0;
  std::size_t clauses_declared_ = 0;
  std::vector<std::vector<int>> clauses_;
};

/// Counts exact covers: branches on an item with the fewest options.
class Covers {
 public:
  explicit Covers(const std::string& text) {
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("|")) continue;
      std::istringstream words{line};
      std::set<std::string>& items = primary_.empty() ? primary_ : options_.emplace_back();
      for (std::string word; words >> word && word != "|";) items.insert(word);
    }
  }

  std::uint64_t count() const { return count(primary_, options_); }

 private:
  using Options = std::vector<std::set<std::string>>;

  static std::uint64_t count(const std::set<std::string>& items, const Options& options) {
    if (items.empty()) return 1;
    const auto choices = [&options](const std::string& item) {
      return std::ranges::count_if(options, [&item](const auto& option) { return option.contains(item); });
    };
    const std::string item = *std::ranges::min_element(items, {}, choices);
    std::uint64_t covers = 0;
    for (const auto& chosen : options) {
      if (!chosen.contains(item)) continue;
      std::set<std::string> left;
      std::ranges::set_difference(items, chosen, std::inserter(left, left.end()));
      Options others;
      std::ranges::copy_if(options, std::back_inserter(others), [&chosen](const auto& option) {
        return std::ranges::none_of(option, [&chosen](const auto& each) { return chosen.contains(each); });
      });
      covers += count(left, others);
    }
    return covers;
  }

  std::set<std::string> primary_;
  Options options_;
};

/// Returns problems with random rules on shapes with at most 161280 grids.
std::vector<Problem> random_problems(std::size_t number, int side_limit, std::uint64_t seed) {
  RandomRules rules{Random{seed, 0, 0}};
  std::vector<Problem> problems;
  while (problems.size() < number) {
    const auto drawn = rules.next();
    if (drawn.shape.side() <= side_limit) problems.push_back(make_problem(drawn.shape, drawn.spec));
  }
  return problems;
}

TEST(Encodings, HaveOneModelAndOneCoverForEachGrid) {
  std::size_t with_grids = 0;
  for (const Problem& problem : random_problems(60, 4, 41)) {
    const std::uint64_t grids = Definition{problem}.grids();
    with_grids += grids > 0 ? 1 : 0;
    EXPECT_EQ(Models{dimacs_of(problem, false)}.count(), grids) << to_string(problem);
    if (grids < 100) {
      EXPECT_EQ(Covers{exact_cover_of(problem, false)}.count(), grids) << to_string(problem);
    }
    if (why_not_fixed(problem)) continue;
    EXPECT_EQ(first_row_factor(problem) * Models{dimacs_of(problem, true)}.count(), grids) << to_string(problem);
    EXPECT_EQ(first_row_factor(problem) * Covers{exact_cover_of(problem, true)}.count(), grids) << to_string(problem);
  }
  EXPECT_GE(with_grids, 10U) << "else nothing is counted here";
}

TEST(Encodings, FixTheFirstRowOnlyIfSymbolsAreAlike) {
  EXPECT_EQ(why_not_fixed(problem_of("2x3", "diagonals,anti_knight")), std::nullopt);
  EXPECT_EQ(why_not_fixed(problem_of("1x1", "classic")), std::nullopt);
  EXPECT_THAT(why_not_fixed(problem_of("2x3", "non_consecutive")).value_or(""), HasSubstr("distinguish symbols"));
  EXPECT_THAT(why_not_fixed(problem_of("2x2", "givens:1...............")).value_or(""),
              HasSubstr("distinguish symbols"));
  EXPECT_EQ(first_row_factor(problem_of("2x3", "classic")), 720);
}

TEST(Encodings, AreWrittenAsTheirProgramsReadThem) {
  const auto pair = problem_of("1x2", "different:r1c1.r2c1");
  const std::string cnf = dimacs_of(pair, true);
  EXPECT_THAT(cnf, StartsWith("c c gridcensus: shape 1x2, rules classic; the first row is 1, 2, ...\n"));
  EXPECT_THAT(cnf, HasSubstr("\nc t mc\np cnf 8 26\n1 2 0\n-1 -2 0\n3 4 0\n"));
  EXPECT_THAT(cnf, HasSubstr("\n-2 0\n-3 0\n")) << "cell 0 is not 2, cell 1 is not 1";
  EXPECT_THAT(exact_cover_of(problem_of("2x2", "latin,anti_knight"), false), HasSubstr("\nc0 r0.1 r4.1 x0 x4\n"));
  const std::string facts =
      asp_facts_of(problem_of("2x2", "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4"), false);
  for (const char* fact : {"side(4).", "symbol(1..4).", "cell(7,1,3).", "region(0,3).", "differ(0,6).",
                           "allowed(15,3).", "forbidden(0,3,1,2)."}) {
    EXPECT_THAT(facts, HasSubstr(fact));
  }
  EXPECT_THAT(facts, ::testing::Not(HasSubstr("allowed(15,2)")));
  EXPECT_THAT(facts, ::testing::Not(HasSubstr("forbidden(0,3,1,3)"))) << "that they differ follows from the row";
}

std::string output_of(const std::string& command) {
  std::string output;
  FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c)
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  pclose(pipe);
  return output;
}

void write(const std::string& file, const std::string& text) { std::ofstream{file} << text; }

TEST(Encodings, AreCountedRightByClasp) {
  if (output_of("clingo --version 2>&1; clasp --version 2>&1").find("not found") != std::string::npos) {
    GTEST_SKIP() << "clingo and clasp are not installed (Debian: apt-get install gringo clasp)";
  }
  const TemporaryFolder folder;
  const std::string program = (source_folder() / "plugins/clasp/grid.lp").string();
  const std::string facts = (folder / "facts.lp").string();
  const std::string cnf = (folder / "grid.cnf").string();
  for (const Problem& problem : random_problems(25, 5, 42)) {
    const bool fixed = !why_not_fixed(problem);
    write(facts, asp_facts_of(problem, fixed));
    write(cnf, dimacs_of(problem, fixed));
    const Integer times = fixed ? first_row_factor(problem) : 1;
    const std::uint64_t grids = Definition{problem}.grids();
    EXPECT_EQ(times * read_pattern(output_of("clingo --outf=0 -n 0 -q " + program + " " + facts + " 2>&1"),
                                   R"(^Models *: *([0-9]+)$)"),
              grids)
        << to_string(problem);
    EXPECT_EQ(times * read_pattern(output_of("clasp -n 0 -q " + cnf + " 2>&1"), R"(^c Models *: *([0-9]+)$)"), grids)
        << to_string(problem);
  }
}

TEST(ProblemJson, DescribesTheWholeProblem) {
  EXPECT_EQ(problem_json(problem_of("1x2", "classic")).dump(),
            R"({"shape":"1x2","box_rows":1,"box_cols":2,"side":2,"rules":"classic","classic":true,)"
            R"("symbols_are_alike":true,"regions":[[0,1],[2,3],[0,2],[1,3]],"pairs":[]})");
  const auto json = problem_json(problem_of("2x2", "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4"));
  EXPECT_EQ(json["pairs"].dump(), "[[0,6]]");
  EXPECT_EQ(json["allowed"].size(), 16U);
  EXPECT_EQ(json["allowed"][15].dump(), "[1,3]");
  EXPECT_EQ(json["relations"].dump(), R"([{"cells":[0,1],"allowed":[[1,2],[1,3],[1,4],[2,3],[2,4],[3,4]]}])");
  EXPECT_EQ(json["symbols_are_alike"], false);
  EXPECT_EQ(json["classic"], false);
}

TEST(Templates, AreFilledWithTheProblemAndFurtherWords) {
  const auto problem = problem_of("2x2", "less:r1c1.r1c2,different:r1c1.r2c3,allowed:1.3:r4c4");
  EXPECT_EQ(filled("{shape} {box_rows} {box_cols} {side} {cells} {unit}", problem, {{"unit", "7"}}), "2x2 2 2 4 16 7");
  EXPECT_EQ(filled("{pairs} {ruled_out} {flat_ruled_out} {region_count} {relation_count}", problem, {}),
            "[[0,6]] [[15,2],[15,4]] [15,2,15,4] 12 1");
  EXPECT_EQ(filled("{relations}{forbidden}", problem_of("1x2", "less:r1c1.r1c2"), {}), "[[0,1,[[1,2]]]][[0,2,1,1]]");
  EXPECT_EQ(filled("{{x} {{{side}}", problem, {}), "{x} {4}") << "a closing brace needs no other";
  EXPECT_EQ(filled("plain", problem, {}), "plain");
  const auto generators = symmetry_generators(problem_of("2x2", "classic"));
  EXPECT_EQ(filled("{generator_count}", problem_of("2x2", "classic"), {}), std::to_string(generators.size()));
  for (const std::string& word : words_of_problem()) {
    EXPECT_THAT(filled("{" + word + "}", problem, {}), ::testing::Not(IsEmpty())) << word;
  }
}

TEST(Templates, ListUnknownWords) {
  const std::vector<std::string> known{"unit", "side"};
  EXPECT_THAT(unknown_words("{unit} {{ {side}", known), IsEmpty());
  EXPECT_THAT(unknown_words("{uint} {side} {uint} {} {x\n} {{y} {z", known), ElementsAre("uint", "", "{x", "{z"));
  try {
    filled("{uint}", problem_of("2x2", "classic"), {{"unit", "0"}});
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"uint\""));
    EXPECT_THAT(error.what(), HasSubstr("shape, side, unit; write {{"));
  }
}

/// Returns the mistake in an answer; empty if there is none.
template <class Read>
std::string complaint(const Read& read) {
  try {
    read();
  } catch (const BadAnswer& error) {
    return error.what();
  }
  return {};
}

TEST(Patterns, FindOneNumber) {
  const std::string models = R"(^Models *: *([0-9]+)$)";
  EXPECT_EQ(pattern_mistake(models), std::nullopt);
  EXPECT_EQ(read_pattern("x\r\nModels       : 288\r\nCalls : 1\n", models), 288);
  EXPECT_EQ(read_pattern("Models : 7\nModels : 7", models), 7) << "the same once more";
  EXPECT_EQ(read_pattern("count " + std::string(300, '9'), "count ([0-9]+)"), power(10, 300) - 1);
  const auto says = [&](const std::string& text) { return complaint([&] { read_pattern(text, models); }); };
  EXPECT_THAT(says("Models : 12+\n"), HasSubstr("nothing that the program printed fits the pattern"));
  EXPECT_THAT(says(""), HasSubstr("nothing that the program printed"));
  EXPECT_THAT(says("Models : 7\nModels : 8"), HasSubstr("two answers, 7 and 8"));
  EXPECT_THAT(says("Models : 007"), HasSubstr("\"007\" is not a whole number"));
  EXPECT_THAT(says(std::string(1'000'000, 'M')), HasSubstr("lines above 4096 bytes were not searched"));
  EXPECT_THAT(complaint([] { read_pattern("1 2", "([0-9])"); }), HasSubstr("two answers, 1 and 2")) << "in one line";
  EXPECT_THAT(complaint([] { read_pattern("n = 1.5", "n = (.*)"); }), HasSubstr("\"1.5\" is not a whole number"));
}

TEST(Patterns, NeedOneGroup) {
  EXPECT_THAT(pattern_mistake("[0-9]+").value_or(""), HasSubstr("one group"));
  EXPECT_THAT(pattern_mistake("(a)(b)").value_or(""), HasSubstr("not 2"));
  EXPECT_EQ(pattern_mistake("(?:count|number) ([0-9]+)"), std::nullopt);
  EXPECT_THAT(pattern_mistake("([0-9]+").value_or(""), HasSubstr("missing )"));
  for (const std::string pattern : {"(?=x)(y)", "(?<!x)(y)", R"((y)\1)", "((a{1000}){1000})", "((?:a{1000}){1000})"})
    EXPECT_THAT(pattern_mistake(pattern).value_or(""), HasSubstr("expected a regular expression of RE2")) << pattern;
}

TEST(Patterns, TakeLinearTime) {
  // A matcher that backtracks tries every way to split the 80 characters into words.
  const std::string log = "Found 12 models in 3 components after 40 decisions and 17 restarts; see the log\n";
  const std::string words = R"(^(?:\w+\s*)*: *([0-9]+)$)";
  EXPECT_EQ(read_pattern(log + "Models : 288\n", words), 288);
  EXPECT_EQ(first_match(log + "Models : 288\n", words), "288");
}

TEST(Patterns, ReadBytesThatAreNotUtf8) { EXPECT_EQ(read_pattern("\xff\xfe = 12\n", "^.. = ([0-9]+)$"), 12); }

TEST(Competition, ReadsExactCounts) {
  // The format of ganak, sharpSAT-TD and d4.
  EXPECT_EQ(read_competition("c o Total time: 1\ns SATISFIABLE\nc s type mc\nc s log10-estimate 2.459\n"
                             "c s exact arb int 288\nc s pac guarantees epsilon: 0 delta: 0\n"),
            Outcome{Exact{288}});
  EXPECT_EQ(read_competition("s SATISFIABLE\ns type mc\ns mc 12\n", 24), Outcome{Exact{288}});
  EXPECT_EQ(read_competition("s UNSATISFIABLE\nc s type mc\nc s log10-estimate -inf\nc s exact arb int 0\n", 24),
            Outcome{Exact{0}});
  EXPECT_EQ(read_competition("s UNSATISFIABLE\nc s type mc\nc s exact quadruple int 0\n"), Outcome{Exact{0}}) << "d4";
  EXPECT_EQ(read_competition("s UNSATISFIABLE\n"), Outcome{Exact{0}});
  EXPECT_EQ(read_competition("c s exact arb int 5"), Outcome{Exact{5}}) << "no status was printed";
}

TEST(Competition, ReadsEstimatesWithTheirInterval) {
  const auto outcome =
      read_competition("s SATISFIABLE\nc s approx arb int 100\nc s pac guarantees epsilon: 0.8 delta: 0.2\n", 10);
  const auto& estimate = std::get<Estimate>(outcome);
  EXPECT_EQ(estimate.value, 1000);
  EXPECT_NEAR(static_cast<double>(estimate.low), 1000 / 1.8, 1e-9);
  EXPECT_NEAR(static_cast<double>(estimate.high), 1800, 1e-9);
  EXPECT_DOUBLE_EQ(estimate.confidence, 0.8);
  EXPECT_EQ(estimate.samples, 1U);
  EXPECT_NEAR(static_cast<double>(estimate.standard_error), (1800 - 1000 / 1.8) / 2 / 1.2815515655446004, 1e-9);
  // ApproxMC prints the count in the form of 2020, and no guarantee.
  const auto stated = read_competition("s SATISFIABLE\ns mc 96\n", 1, Guarantee{0.8L, 0.2L});
  EXPECT_EQ(std::get<Estimate>(stated).value, 96);
  EXPECT_EQ(read_competition("s SATISFIABLE\nc s approx arb int 100\n"), Outcome{Approximation{100}});
  EXPECT_EQ(read_competition("s SATISFIABLE\nc s heuristic double prec-sci 1.5e3\n"), Outcome{Approximation{1500}});
  EXPECT_NEAR(static_cast<double>(
                  std::get<Approximation>(read_competition("s SATISFIABLE\nc s approx double log10 2\n")).value),
              100, 1e-12);
}

TEST(Competition, ReadsIntervalsThatAreJudgedByTheirGuarantee) {
  const auto estimate = read_competition("s SATISFIABLE\ns mc 1800\n", 1, Guarantee{0.8L, 0.2L});
  const auto p_value = [&](const Integer& truth) {
    const AttributedOutcome program{
        {.kind = OriginKind::run, .name = "approxmc", .problem = {{2, 2}}}, Quantity::grids, estimate};
    const AttributedOutcome ours{
        {.kind = OriginKind::run, .name = "ours", .problem = {{2, 2}}}, Quantity::grids, Exact{truth}};
    return compare(program, ours).p_value.value_or(-1);
  };
  EXPECT_NEAR(p_value(1800), 1, 1e-9);
  EXPECT_NEAR(p_value(1000), 0.2, 1e-9) << "the lower end";
  EXPECT_NEAR(p_value(3240), 0.2, 1e-9) << "the upper end";
  EXPECT_GT(p_value(1800 + 4 * 1440), 0.05) << "not much is known beyond";
}

TEST(Competition, RefusesInvalidAnswers) {
  const std::map<std::string, std::string> cases{
      {"", "no count"},
      {"s SATISFIABLE\n", "no count"},
      {"s SATISFIABLE\nc s log10-estimate 2.4\n", "no count"},
      {"s UNKNOWN\nc s exact arb int 5\n", "UNKNOWN"},
      {"s SATISFIABLE\nc s exact double prec-sci 2.88e2\n", "may be rounded"},
      {"s SATISFIABLE\nc s exact quadruple float 2.88e2\n", "may be rounded"},
      {"s SATISFIABLE\nc s exact quadruple int 288\n", "may be rounded"},
      {"s SATISFIABLE\nc s exact arb frac 288/1\n", "may be rounded"},
      {"s UNSATISFIABLE\nc s exact arb int 5\n", "s UNSATISFIABLE and a count of 5"},
      {"s SATISFIABLE\nc s exact arb int 0\n", "s SATISFIABLE and a count of 0"},
      {"s SATISFIABLE\ns UNSATISFIABLE\n", "a status twice"},
      {"c s exact arb int 5\nc s exact arb int 5\n", "a count twice"},
      {"s mc 5\nc s approx arb int 6\n", "a count twice"},
      {"s SATISFIABLE\nc s type pmc\nc s exact arb int 5\n", "counted \"pmc\""},
      {"c s exact arb int 2.5\n", "not a whole number"},
      {"c s exact arb int 5\nc s pac guarantees epsilon: 0 delta: 6.4e-10\n", "wrong with probability 6.4e-10"},
      {"c s approx arb int 5\nc s pac guarantees epsilon: 0.8 delta: 0\n", "guarantee nothing"},
      {"c s approx double log10 99999\n", "too large"}};
  for (const auto& [text, message] : cases) {
    EXPECT_THAT(complaint([&text = text] { read_competition(text); }), HasSubstr(message)) << text;
  }
}

}  // namespace
