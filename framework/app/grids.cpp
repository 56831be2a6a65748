#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "app/grid_text.hpp"
#include "app/in_order.hpp"
#include "app/output_file.hpp"
#include "candidate_search/candidate_search.hpp"
#include "canonical_grids/canonical_grid.hpp"
#include "canonical_grids/grid_list.hpp"
#include "gridcensus/poll.hpp"
#include "gridcensus/rules.hpp"
#include "host/base/sha256.hpp"
#include "host/graph/stop_signal.hpp"
#include "host/report/progress.hpp"
#include "uniform_grids/class_sampler.hpp"
#include "uniform_grids/frontier_ranking.hpp"
#include "uniform_grids/make_grid_sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

namespace gridcensus::app {

using canonical_grids::Canonicaliser;
using canonical_grids::GridList;

namespace {

/// The grids with one beginning, in order.
struct ListedGrids {
  std::vector<mathematics::Grid> grids;
  std::vector<std::uint64_t> automorphisms;  ///< if classes are listed
};

/// The grids that are listed, and what is known of their number.
struct ListPlan {
  std::unique_ptr<const Canonicaliser> classes;  ///< nullptr: all grids
  std::optional<GridList> list;
  Integer grids;  ///< of the problem, by exact counting; 0 for --first
  const char* counted_by = "exact counting";
  std::optional<Integer> expected;         ///< number of lines, by exact counting or by Burnside's lemma
  std::optional<mathematics::Grid> start;  ///< the grid of --from, if it is found without counting up to it
};

/// Counts the grids of a problem by visiting them in another order than the list; nullopt if they are too many for
/// that.
std::optional<Integer> visited_grids(const Problem& problem) {
  const candidate_search::CandidateSearch search{problem};
  constexpr double max_nodes = 1e9;
  if (search.estimated_nodes() > max_nodes) return std::nullopt;
  return search.completions({}) * search.relabellings();
}

/// Returns what is to be listed, and its expected number.
///
/// @throws BadInput  the program cannot compute the number, or it is too large.
ListPlan plan_of(const Problem& problem, const Arguments& arguments, std::uint64_t from) {
  ListPlan plan;
  const auto [box_rows, box_cols] = problem.shape;
  if (arguments.has("first")) {
    const bool by_columns = problem.symbols_are_alike() && box_rows < box_cols;
    plan.list.emplace(problem, by_columns ? GridList::Order::columns : GridList::Order::rows);
    return plan;
  }
  std::unique_ptr<const uniform_grids::GridSampler> draws;
  try {
    draws = uniform_grids::make_grid_sampler(problem);
    plan.grids = Integer{draws->grids()};
  } catch (const uniform_grids::SamplingUnsupported& reason) {
    const auto grids = visited_grids(problem);
    if (!grids) {
      throw host::BadInput{host::on_command_line(
          "SHAPE",
          fmt::format("a list of its grids could not be checked, because the program cannot count them exactly: {}; "
                      "--first lists some of them without a check",
                      reason.what()))};
    }
    plan.grids = *grids;
    plan.counted_by = "a search in another order";
  }
  const bool lists_classes = arguments.has("essentially-different");
  if (lists_classes) plan.classes = canonical_grids::make_canonicaliser(problem);
  const Integer about = lists_classes ? plan.grids / plan.classes->symmetries() : plan.grids;
  constexpr std::uint64_t max_lines = 100'000'000'000;
  if (about > max_lines) {
    throw host::BadInput{host::on_command_line(
        lists_classes ? "--essentially-different" : "--all",
        fmt::format("{} has {}{} {}, more than can be listed; draw some with `gridcensus sample`", to_string(problem),
                    lists_classes ? "at least " : "", to_decimal(about), lists_classes ? "classes" : "grids"))};
  }
  if (!lists_classes) {
    const auto* const ranking = dynamic_cast<const uniform_grids::FrontierRanking*>(draws.get());
    const bool by_columns = ranking != nullptr && box_rows < box_cols;
    plan.list.emplace(problem, by_columns ? GridList::Order::columns : GridList::Order::rows);
    plan.expected = plan.grids;
    if (from > plan.grids) {
      throw host::BadInput{host::on_command_line(
          "--from", fmt::format("there are only {} grids; got {}", to_decimal(plan.grids), from))};
    }
    if (ranking != nullptr && from > 0 && from < plan.grids) plan.start = ranking->unrank(from);
    return plan;
  }
  if (problem == Problem{problem.shape}) {
    try {
      plan.expected.emplace(uniform_grids::ClassSampler{problem.shape}.classes());
    } catch (const uniform_grids::SamplingUnsupported&) {
      // The list has no number to be checked against.
    }
  }
  plan.list.emplace(problem, *plan.classes);
  return plan;
}

/// Writes grids as the lines of a list, and adds up the totals to check at the end.
class ListWriter {
 public:
  ListWriter(const ListPlan& plan, GridForm form, std::uint64_t from, OutputFile& output)
      : form_{form},
        symmetries_{plan.classes ? plan.classes->symmetries() : Integer{0}},
        has_classes_{plan.classes != nullptr},
        from_{from},
        number_{plan.start ? from : 0},
        expected_{plan.expected ? " of " + to_decimal(*plan.expected) : ""},
        output_{output} {
    std::vector<std::string_view> names{"number", "grid"};
    if (has_classes_) names.insert(names.end(), {"automorphisms", "class_size"});
    write(head_text(form_, names));
  }

  void add(const ListedGrids& listed) {
    std::string text;
    for (std::size_t i = 0; i < listed.grids.size(); ++i, ++number_) {
      const std::uint64_t automorphisms = has_classes_ ? listed.automorphisms[i] : 0;
      const Integer size = has_classes_ ? symmetries_ / automorphisms : Integer{1};
      sizes_ += size;
      if (number_ >= from_) text += line_of(listed.grids[i], automorphisms, size);
    }
    write(text);
  }

  std::uint64_t number() const { return number_; }
  /// Returns a line; any thread may call it.
  std::string progress() const {
    return fmt::format("listed {}{} {}", number_.load(), expected_, has_classes_ ? "classes" : "grids");
  }
  const Integer& sizes() const { return sizes_; }
  std::string digest() { return digest_.hexadecimal(); }

 private:
  std::string line_of(const mathematics::Grid& grid, std::uint64_t automorphisms, const Integer& size) const {
    std::string line = mathematics::to_line(grid);
    if (form_ == GridForm::line) return line + '\n';
    std::vector<RowField> fields{{"number", std::to_string(number())}, {"grid", std::move(line), true}};
    if (has_classes_) {
      fields.push_back({"automorphisms", std::to_string(automorphisms)});
      fields.push_back({"class_size", to_decimal(size), true});
    }
    return row_text(form_, fields);
  }

  void write(const std::string& text) {
    digest_.add(text);
    output_.write(text);
  }

  GridForm form_;
  Integer symmetries_;
  bool has_classes_;
  std::uint64_t from_;
  std::atomic<std::uint64_t> number_;  ///< of the next line
  std::string expected_;               ///< " of N" lines, if the number is known
  Integer sizes_ = 0;                  ///< of the classes so far, written or not
  host::Sha256 digest_;
  OutputFile& output_;
};

/// Writes the list.
///
/// @param poll  ends the list before its next grids
/// @throws Stopped  by the poll.
void write_list(const ListPlan& plan, std::size_t threads, int side, ListWriter& writer, const Poll& poll) {
  const auto beginnings =
      plan.list->beginnings(plan.classes ? plan.grids / plan.classes->symmetries() : plan.grids, poll);
  std::size_t next = 0;
  if (plan.start) {
    const auto start = plan.list->beginning_of(*plan.start, beginnings.lines);
    while (plan.list->is_before(beginnings.grids[next], start)) ++next;
  }
  const auto next_beginning = [&]() -> std::optional<std::size_t> {
    poll();
    if (next == beginnings.grids.size()) return std::nullopt;
    return next++;
  };
  const auto continuations = [&](std::size_t beginning) {
    ListedGrids listed;
    plan.list->extend(
        beginnings.grids[beginning], beginnings.lines, side,
        [&](const mathematics::Grid& grid, std::uint64_t automorphisms) {
          if (plan.start && plan.list->is_before(grid, *plan.start)) return;
          listed.grids.push_back(grid);
          if (plan.classes) listed.automorphisms.push_back(automorphisms);
        },
        poll);
    return listed;
  };
  in_order(threads, next_beginning, continuations, [&](const ListedGrids& listed) { writer.add(listed); });
}

/// Writes the list up to a number, one grid at a time.
///
/// @throws Stopped  by the poll, or at the number.
void write_first(const ListPlan& plan, std::uint64_t end, const Problem& problem, ListWriter& writer,
                 const Poll& poll) {
  const auto write = [&](const mathematics::Grid& grid, std::uint64_t /*automorphisms*/) {
    writer.add({{grid}, {}});
    if (writer.number() == end) throw Stopped{};
  };
  plan.list->extend({problem.shape, {}}, 0, problem.shape.side(), write, poll);
}

/// Compares a complete list with what is known of its number, and prints the result.
host::ExitCode check_list(const Problem& problem, const ListPlan& plan, ListWriter& writer, std::uint64_t from,
                          const Arguments& arguments) {
  const std::uint64_t number = writer.number();
  const bool has_all = writer.sizes() == plan.grids || plan.start;
  const std::string what = fmt::format("{} {} of {}", number, plan.classes ? "classes" : "grids", to_string(problem));
  if (!has_all || (plan.expected && number != *plan.expected)) {
    print_error(fmt::format("error: listed {} with {} grids in total; {} gives {}, with {} grids", what,
                            to_decimal(writer.sizes()), plan.counted_by,
                            plan.expected ? to_decimal(*plan.expected) : "any number", to_decimal(plan.grids)));
    return host::ExitCode::disagreement;
  }
  const std::string check = !plan.classes
                                ? fmt::format("their number agrees with {}", plan.counted_by)
                                : fmt::format("{}their {} grids agree with {}",
                                              plan.expected ? "their number agrees with Burnside's lemma, and " : "",
                                              to_decimal(plan.grids), plan.counted_by);
  arguments.print_note(fmt::format("{}: {}{}; SHA-256 {}", what, check,
                                   from > 0 ? fmt::format("; written from number {}", from) : "", writer.digest()));
  return host::ExitCode::all_agree;
}

host::ExitCode run_grids(const Arguments& arguments) {
  std::vector<host::Diagnostic> mistakes;
  const GridForm form = read_grid_form(arguments, GridForm::line, mistakes);
  host::throw_if_any(mistakes);
  const std::size_t threads = read_threads(arguments);
  constexpr std::uint64_t max_number = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t from = arguments.integer("from", 0, max_number).value_or(0);
  const auto first = arguments.integer("first", 1, max_number - from);
  constexpr std::array choices{"all", "essentially-different", "first"};
  if (std::ranges::count_if(choices, [&](const char* choice) { return arguments.has(choice); }) != 1) {
    throw host::BadInput{
        host::on_command_line("", "expected one of --all, --essentially-different and --first NUMBER")};
  }
  const Problem problem = asked_problem("SHAPE", arguments.required("SHAPE"), arguments);
  const bool is_quiet = arguments.has("quiet");
  const ListPlan plan = [&] {
    const host::ProgressNote note{[&] { return "counting the grids of " + to_string(problem); }, is_quiet};
    return plan_of(problem, arguments, from);
  }();
  // Until here nothing is written, so a signal ends the process at once.
  const host::StopSignal stop_signal;
  const Poll poll{[] {
    if (host::StopSignal::received() != 0) throw Stopped{};
  }};
  OutputFile output{arguments.text("output").value_or("-")};
  ListWriter writer{plan, form, from, output};
  bool is_whole = true;
  try {
    const host::ProgressNote note{[&] { return writer.progress(); }, is_quiet};
    if (first)
      write_first(plan, from + *first, problem, writer, poll);
    else
      write_list(plan, threads, problem.shape.side(), writer, poll);
  } catch (const Stopped&) {
    is_whole = false;
  }
  output.commit();
  const std::uint64_t number = writer.number();
  if (first && (is_whole || number == from + *first)) {
    arguments.print_note(fmt::format("{} grids of {}: {}; not compared with a count; SHA-256 {}", number,
                                     to_string(problem), is_whole ? "there are no more" : "there may be more",
                                     writer.digest()));
    return host::ExitCode::all_agree;
  }
  if (!is_whole) {
    print_error(
        fmt::format("interrupted before number {}; to list the rest, add --from {}", number, std::max(number, from)));
    return host::ExitCode::incomplete;
  }
  return check_list(problem, plan, writer, from, arguments);
}

}  // namespace

const Command grids_command{
    .name = "grids",
    .brief = "all grids or classes",
    .summary = "List all grids of a small problem, or the least form of each class, and check their number.",
    .usage = "SHAPE --all|--essentially-different|--first K [options]",
    .argument = "SHAPE",
    .examples =
        "  gridcensus grids 2x2 --all\n"
        "  gridcensus grids 2x4 --essentially-different --format csv -o classes.csv\n"
        "  gridcensus grids 2x3 --all --rules diagonals\n"
        "  gridcensus grids 4x4 --first 1 --rules diagonals,anti_knight\n",
    .options = joined(
        {{{"all", "", "List every grid, in the order of the numbers that `sample --rank` prints."},
          {"essentially-different", "",
           "List the least form of each class of grids under symmetries and relabelling, in lexicographic order. With "
           "csv and jsonl, also its automorphisms and its size."},
          {"first", "K",
           "List the first K grids, or all if they are fewer, without counting them: any K grids of rules whose grids "
           "are too many to count or to list."},
          {"from", "K", "Start with number K of the list; 0 by default. Use it to resume an interrupted list."},
          {"format", "line|csv|jsonl",
           "line (default): one grid per line; csv, jsonl: the same line with its number."}},
         grid_options()}),
    .run = run_grids};

}  // namespace gridcensus::app
