#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "app/grid_file.hpp"
#include "app/grid_text.hpp"
#include "app/in_order.hpp"
#include "app/output_file.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/random.hpp"
#include "host/document/form.hpp"
#include "host/report/progress.hpp"
#include "uniform_grids/class_sampler.hpp"
#include "uniform_grids/make_grid_sampler.hpp"
#include "uniform_grids/switching_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace gridcensus::app {

using mathematics::Grid;
using mathematics::UInt128;
using uniform_grids::GridRanking;
using uniform_grids::GridSampler;
using Diagnostics = std::vector<host::Diagnostic>;

namespace {

constexpr std::uint64_t max_number = std::numeric_limits<std::uint64_t>::max();

/// Returns the memory limit for the layers of a frontier [bytes].
std::size_t draw_memory(const Arguments& arguments) {
  const auto text = arguments.text("memory");
  if (!text) return uniform_grids::default_draw_memory;
  if (const auto bytes = host::parse_memory(*text)) return *bytes;
  throw host::BadInput{host::on_command_line("--memory", "expected a size such as 8 GiB; got " + *text)};
}

/// Returns the sampler of a problem.
///
/// @throws BadInput  the program cannot draw its grids exactly.
std::unique_ptr<const GridSampler> draws_or_refusal(const std::string& argument, const Problem& problem,
                                                    std::size_t memory, const char* hint = "") {
  try {
    return uniform_grids::make_grid_sampler(problem, memory);
  } catch (const uniform_grids::SamplingUnsupported& reason) {
    throw host::BadInput{host::on_command_line(argument, std::string{reason.what()} + hint)};
  }
}

/// Returns the numbering of the grids of a problem.
///
/// @throws BadInput  the grids are drawn, but not numbered.
const GridRanking& ranking_or_refusal(const std::string& argument, const Problem& problem, const GridSampler& draws) {
  if (const auto* const ranking = dynamic_cast<const GridRanking*>(&draws)) return *ranking;
  throw host::BadInput{host::on_command_line(
      argument, fmt::format("grids of {} can be drawn, but are not numbered", to_string(problem)))};
}

/// Returns the number of a grid.
///
/// @throws BadInput  the text is not a number of one of the grids.
UInt128 read_index(const std::string& text, UInt128 grids) {
  UInt128 index = 0;
  bool is_number = !text.empty() && grids > 0;
  for (const char c : text) {
    is_number = is_number && c >= '0' && c <= '9' && index <= (grids - 1) / 10;
    if (is_number) index = index * 10 + static_cast<unsigned>(c - '0');
  }
  if (is_number && index < grids) return index;
  const std::string expected =
      grids == 0 ? "the problem has no grids" : "expected an integer from 0 to " + to_decimal(Integer{grids - 1});
  throw host::BadInput{host::on_command_line("--unrank", fmt::format("{}; got {}", expected, text))};
}

/// A grid, and the number of its automorphisms if classes are drawn.
struct DrawnGrid {
  Grid grid;
  std::optional<std::uint64_t> automorphisms = std::nullopt;
};

/// A function that draws a grid by random numbers; many threads may call it at once.
using Draw = std::function<DrawnGrid(Random&)>;

/// The draws that the options ask for.
struct Sample {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

/// Writes the draws of a sample, made by several threads, in order.
void write_draws(const Draw& draw, const Sample& sample, GridForm form, OutputFile& output, bool is_quiet) {
  // Smaller blocks if few grids are drawn, because each may take long.
  const std::uint64_t draws_per_block = std::clamp<std::uint64_t>(sample.count / (sample.threads * 16), 1, 2048);
  std::uint64_t begun = 0;
  std::atomic<std::uint64_t> drawn = 0;
  const host::ProgressNote note{[&] { return fmt::format("drawn {} of {}", drawn.load(), sample.count); }, is_quiet};
  const auto next_block = [&]() -> std::optional<std::uint64_t> {
    if (begun == sample.count) return std::nullopt;
    return std::exchange(begun, begun + std::min(draws_per_block, sample.count - begun));
  };
  const auto text_of_block = [&](std::uint64_t block) {
    std::string text;
    const std::uint64_t end = block + std::min(draws_per_block, sample.count - block);
    for (std::uint64_t i = block; i < end; ++i) {
      // Each grid has its own random stream, so other draws cannot change it.
      Random random{sample.seed, 0, sample.first + i};
      const auto [grid, automorphisms] = draw(random);
      text += draw_text(form, sample.first + i, grid, automorphisms);
      ++drawn;
    }
    return text;
  };
  in_order(sample.threads, next_block, text_of_block, [&](const std::string& text) { output.write(text); });
}

/// Returns uniform draws of grids.
///
/// @throws BadInput  the program cannot draw them exactly, or the problem has no grids.
Draw exact_draw(const Problem& problem, std::size_t memory) {
  const bool is_classic = problem == Problem{problem.shape};
  const std::shared_ptr<const GridSampler> draws = draws_or_refusal(
      "SHAPE", problem, memory, is_classic ? "; --approximate draws grids that are nearly uniform" : "");
  if (draws->grids() == 0) {
    throw host::BadInput{host::on_command_line("SHAPE", fmt::format("{} has no grids", to_string(problem)))};
  }
  return [draws](Random& random) { return DrawnGrid{draws->draw(random)}; };
}

/// Returns uniform draws of classes of essentially different grids.
///
/// @throws BadInput  the program cannot draw them exactly.
Draw class_draw(Shape shape) {
  try {
    const auto draws = std::make_shared<const uniform_grids::ClassSampler>(shape);
    return [draws](Random& random) {
      auto least = draws->draw(random);
      return DrawnGrid{.grid = std::move(least.grid), .automorphisms = least.automorphisms};
    };
  } catch (const uniform_grids::SamplingUnsupported& reason) {
    throw host::BadInput{host::on_command_line("--essentially-different", reason.what())};
  }
}

/// Returns draws by a Markov chain, and prints a note that they are approximate.
Draw nearly_uniform_draw(Shape shape, const Arguments& arguments) {
  const uniform_grids::SwitchingChain chain{shape};
  arguments.print_note(fmt::format(
      "approximate: each grid comes from a Markov chain of {} rounds. No bias was measured after 8 rounds, but none is "
      "ruled out",
      uniform_grids::SwitchingChain::default_rounds));
  return [chain](Random& random) { return DrawnGrid{chain.draw(random)}; };
}

Sample read_sample(const Arguments& arguments, Diagnostics& mistakes) {
  const Sample sample{.first = arguments.integer("from", 0, max_number).value_or(0),
                      .count = arguments.integer("count", 1, max_number).value_or(1),
                      .seed = arguments.integer("seed", 0, max_number).value_or(1),
                      .threads = read_threads(arguments)};
  if (sample.count - 1 > max_number - sample.first) {
    mistakes.push_back(
        host::on_command_line("--from", fmt::format("{} draws from this number exceed 2^64", sample.count)));
  }
  return sample;
}

/// Checks that the options do not contradict each other or the rules.
void check_options(const Arguments& arguments, const Problem& problem, Diagnostics& mistakes) {
  const auto add = [&](const std::string& option, const std::string& message) {
    mistakes.push_back(host::on_command_line("--" + option, message));
  };
  for (const std::string number : {"unrank", "rank"}) {
    for (const std::string option : {"count", "seed", "from", "essentially-different", "approximate"}) {
      if (arguments.has(number) && arguments.has(option))
        add(option, "contradicts --" + number + ", which draws nothing");
    }
  }
  if (arguments.has("rank") && arguments.has("unrank")) add("rank", "contradicts --unrank");
  if (arguments.has("rank") && arguments.has("format")) add("format", "contradicts --rank, which prints a number");
  if (arguments.has("essentially-different") && arguments.has("approximate"))
    add("approximate", "contradicts --essentially-different; classes are only drawn exactly");
  for (const std::string option : {"essentially-different", "approximate"}) {
    if (arguments.has(option) && arguments.has("memory"))
      add("memory", "contradicts --" + option + "; it limits exact draws of grids");
    if (arguments.has(option) && problem != Problem{problem.shape})
      add(option, "expected classic rules; got " + problem.rules.text());
  }
}

/// Returns the grid of a number, or the numbers of grids.
std::string numbered(const Problem& problem, const Arguments& arguments, GridForm form) {
  const auto draws = draws_or_refusal("SHAPE", problem, draw_memory(arguments));
  if (const auto index = arguments.text("unrank")) {
    const UInt128 number = read_index(*index, draws->grids());
    const Grid grid = ranking_or_refusal("--unrank", problem, *draws).unrank(number);
    return draw_head(form, false) + draw_text(form, 0, grid);
  }
  const std::string given = arguments.text("rank").value_or("");
  const GridRanking& ranking = ranking_or_refusal("--rank", problem, *draws);
  const auto number_of = [&](const Grid& grid) { return to_decimal(Integer{ranking.rank(grid)}) + '\n'; };
  if (!names_file(given)) return number_of(read_given_grid("--rank", given, problem));
  CompletedGrids grids = open_grids(given, problem.shape, [&](Shape) { return problem; });
  std::string text;
  while (const auto grid = grids.next()) text += number_of(*grid);
  arguments.print_note(grids.summary());
  return text;
}

host::ExitCode run_sample(const Arguments& arguments) {
  const Problem problem = asked_problem("SHAPE", arguments.required("SHAPE"), arguments);
  Diagnostics mistakes;
  const GridForm form = read_grid_form(arguments, GridForm::grid, mistakes);
  const Sample sample = read_sample(arguments, mistakes);
  check_options(arguments, problem, mistakes);
  host::throw_if_any(mistakes);

  const bool is_quiet = arguments.has("quiet");
  std::optional<host::ProgressNote> counting{std::in_place,
                                             [&] { return "counting the grids of " + to_string(problem); }, is_quiet};
  if (arguments.has("unrank") || arguments.has("rank")) {
    const std::string text = numbered(problem, arguments, form);
    OutputFile{arguments.text("output").value_or("-")}.commit(text);
    return host::ExitCode::all_agree;
  }
  const bool draws_classes = arguments.has("essentially-different");
  const Draw draw = draws_classes                  ? class_draw(problem.shape)
                    : arguments.has("approximate") ? nearly_uniform_draw(problem.shape, arguments)
                                                   : exact_draw(problem, draw_memory(arguments));
  counting.reset();
  OutputFile output{arguments.text("output").value_or("-")};
  output.write(draw_head(form, draws_classes));
  write_draws(draw, sample, form, output, is_quiet);
  output.commit();
  return host::ExitCode::all_agree;
}

}  // namespace

const Command sample_command{
    .name = "sample",
    .brief = "uniform random grids",
    .summary =
        "Draw completed grids uniformly: each grid has exactly the same probability. Or print the number of a grid "
        "(--rank), or the grid with a number (--unrank).",
    .usage = "SHAPE [options]",
    .argument = "SHAPE",
    .examples =
        "  gridcensus sample 3x3\n"
        "  gridcensus sample 3x3 --count 1000000 --seed 7 --format line -o grids.txt\n"
        "  gridcensus sample 2x3 --rules diagonals --count 10\n"
        "  gridcensus sample 3x3 --given puzzle.txt --count 10\n"
        "  gridcensus sample 3x3 --essentially-different --format csv\n"
        "  gridcensus sample 4x4 --approximate\n"
        "  gridcensus sample 3x3 --unrank 0\n"
        "  gridcensus sample 2x2 --rank 1234341221434321\n",
    .options = joined(
        {{{"count", "K", "Number of grids; 1 by default."},
          {"seed", "S", "Random seed; 1 by default. Draw k depends only on the seed and k."},
          {"from", "K", "Number of the first draw; 0 by default."},
          {"essentially-different", "",
           "Draw classes of essentially different grids uniformly, and print the least grid of each. With csv and "
           "jsonl, also its number of automorphisms. For 2x2 to 2x4 and 3x3."},
          {"approximate", "",
           "Draw nearly uniform grids by a Markov chain, for shapes whose grids cannot be drawn exactly."},
          {"unrank", "INDEX", "Print the grid with this number, from 0, instead of drawing."},
          {"rank", "GRID|FILE",
           "Print the number of this grid among all grids, or of each grid of a file, instead of drawing."},
          {"format", grid_form_names, grid_form_help},
          {"memory", "SIZE",
           "Memory limit for tables of partial grids, if grids are drawn from these; 2 GiB by default."}},
         grid_options()}),
    .run = run_sample};

}  // namespace gridcensus::app
