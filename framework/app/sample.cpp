#include "app/command_line.hpp"
#include "app/grid_text.hpp"
#include "app/output_file.hpp"
#include "gridcensus/integer.hpp"
#include "gridcensus/random.hpp"
#include "gridcensus/rules.hpp"
#include "uniform_grids/class_draws.hpp"
#include "uniform_grids/draws_of.hpp"
#include "uniform_grids/switching_chain.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

namespace gridcensus::app {

namespace po = boost::program_options;
using mathematics::Grid;
using mathematics::UInt128;
using uniform_grids::GridDraws;
using uniform_grids::GridRanking;
using Diagnostics = std::vector<host::Diagnostic>;

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
constexpr auto rules_help = "Rules with commas between: diagonals,anti_knight; `list rules` names them.";

Problem read_problem(const std::string& argument, const std::string& shape_text, const Arguments& arguments) {
  const Shape shape = read_grid_shape(argument, shape_text);
  try {
    return parse_problem(shape, arguments.text("rules").value_or("classic"));
  } catch (const InvalidRules& error) {
    throw host::BadInput{host::on_command_line("--rules", error.what())};
  }
}

/// @throws BadInput  no way to draw them exactly is known here.
std::unique_ptr<const GridDraws> draws_or_refusal(const std::string& argument, const Problem& problem,
                                                  const char* hint = "") {
  try {
    return uniform_grids::draws_of(problem);
  } catch (const uniform_grids::NoDraws& reason) {
    throw host::BadInput{host::on_command_line(argument, std::string{reason.what()} + hint)};
  }
}

/// @throws BadInput  they are drawn, but not numbered.
const GridRanking& ranking_or_refusal(const std::string& argument, const Problem& problem, const GridDraws& draws) {
  if (const auto* const ranking = dynamic_cast<const GridRanking*>(&draws)) return *ranking;
  throw host::BadInput{host::on_command_line(
      argument, fmt::format("the grids of {} are drawn without a numbering", to_string(problem)))};
}

/// @throws BadInput  it is no number of a grid.
UInt128 read_index(const std::string& text, UInt128 grids) {
  UInt128 index = 0;
  bool is_number = !text.empty() && grids > 0;
  for (const char c : text) {
    is_number = is_number && c >= '0' && c <= '9' && index <= (grids - 1) / 10;
    if (is_number) index = index * 10 + static_cast<unsigned>(c - '0');
  }
  if (is_number && index < grids) return index;
  const std::string expected =
      grids == 0 ? "there are no grids" : "expected an integer from 0 to " + to_decimal(Integer{grids - 1});
  throw host::BadInput{host::on_command_line("--unrank", fmt::format("{}; got {}", expected, text))};
}

/// A grid for random numbers; may be called from many threads at once.
using Draw = std::function<DrawnGrid(Random&)>;

/// Writes draws `first` .. `first + count - 1`, made by several threads, in order.
void write_draws(const Draw& draw, std::uint64_t seed, std::uint64_t first, std::uint64_t count, std::size_t threads,
                 const GridFormat& format, OutputFile& output) {
  // What a thread does at a time: less where little is drawn, which may take long.
  const std::uint64_t draws_per_block = std::clamp<std::uint64_t>(count / (threads * 16), 1, 2048);
  constexpr std::size_t blocks_per_thread = 4;
  const tbb::global_control limit{tbb::global_control::max_allowed_parallelism, threads};
  std::uint64_t begun = 0;
  const auto next_block = [&](tbb::flow_control& control) -> std::uint64_t {
    if (begun == count) control.stop();
    const std::uint64_t block = begun;
    begun += std::min(draws_per_block, count - begun);
    return block;
  };
  const auto text_of_block = [&](std::uint64_t block) {
    std::string text;
    const std::uint64_t end = block + std::min(draws_per_block, count - block);
    for (std::uint64_t i = block; i < end; ++i) {
      // A stream of its own for each grid: what the others draw cannot change it.
      Random random{seed, 0, first + i};
      text += format.text_of(first + i, draw(random));
    }
    return text;
  };
  tbb::parallel_pipeline(blocks_per_thread * threads,
                         tbb::make_filter<void, std::uint64_t>(tbb::filter_mode::serial_in_order, next_block) &
                             tbb::make_filter<std::uint64_t, std::string>(tbb::filter_mode::parallel, text_of_block) &
                             tbb::make_filter<std::string, void>(tbb::filter_mode::serial_in_order,
                                                                 [&](const std::string& text) { output.write(text); }));
}

/// Uniform draws of grids.
///
/// @throws BadInput  there is no way, or no grid.
Draw exact_draw(const Problem& problem) {
  const bool is_classic = problem == Problem{problem.shape};
  const std::shared_ptr<const GridDraws> draws =
      draws_or_refusal("SHAPE", problem, is_classic ? "; --approximate draws nearly uniform ones" : "");
  if (draws->grids() == 0) {
    throw host::BadInput{host::on_command_line("SHAPE", fmt::format("{} has no grids", to_string(problem)))};
  }
  return [draws](Random& random) { return DrawnGrid{draws->draw(random)}; };
}

/// Uniform draws of classes of essentially different grids.
///
/// @throws BadInput  there is no way.
Draw class_draw(Shape shape) {
  try {
    const auto draws = std::make_shared<const uniform_grids::ClassDraws>(shape);
    return [draws](Random& random) {
      auto least = draws->draw(random);
      return DrawnGrid{.grid = std::move(least.grid), .automorphisms = least.automorphisms};
    };
  } catch (const uniform_grids::NoDraws& reason) {
    throw host::BadInput{host::on_command_line("--essentially-different", reason.what())};
  }
}

/// Draws by a Markov chain, and says so.
Draw nearly_uniform_draw(Shape shape) {
  const uniform_grids::SwitchingChain chain{shape};
  note(fmt::format(
      "nearly uniform: a Markov chain of {} rounds for each grid; no bias is seen after 8, none is ruled out",
      uniform_grids::SwitchingChain::default_rounds));
  return [chain](Random& random) { return DrawnGrid{chain.draw(random)}; };
}

host::ExitCode run_sample(const std::vector<std::string>& given) {
  options::options_description options;
  options.add_options()                                                                                   //
      ("rules", po::value<std::string>()->value_name("RULES"), rules_help)                                //
      ("count", po::value<std::string>()->value_name("K"), "How many grids; 1 by default.")               //
      ("seed", po::value<std::string>()->value_name("S"),                                                 //
       "Seed of the random numbers; 1 by default. Draw k depends on nothing but the seed and k.")         //
      ("from", po::value<std::string>()->value_name("K"), "The number of the first draw; 0 by default.")  //
      ("essentially-different",                                                                           //
       "Draw classes of essentially different grids, each as likely as any other, and print the least grid of each;"
       " csv and jsonl tell how many automorphisms it has. For 2x2 to 2x4 and 3x3.")  //
      ("approximate",
       "Draw nearly uniform grids by a Markov chain, for shapes whose grids nobody can draw exactly.")  //
      ("unrank", po::value<std::string>()->value_name("INDEX"),                                         //
       "No draws: the grid with this number, from 0. `rank` tells the number of a grid.")               //
      ("format", po::value<std::string>()->value_name(grid_format_names), grid_format_help)             //
      ("threads", po::value<std::string>()->value_name("N"), "Threads to use; all cores by default.")   //
      ("output,o", po::value<std::string>()->value_name("FILE"), "Write to this file instead of stdout.");
  const Arguments arguments{sample_command(), options, "SHAPE", given};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  const Problem problem = read_problem("SHAPE", arguments.required("SHAPE"), arguments);
  Diagnostics mistakes;
  const GridFormat& format = read_grid_format(arguments, mistakes);
  const std::uint64_t first = arguments.integer("from", 0, most).value_or(0);
  const std::uint64_t count = arguments.integer("count", 1, most).value_or(1);
  const std::uint64_t seed = arguments.integer("seed", 0, most).value_or(1);
  const std::uint64_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  constexpr std::uint64_t most_threads = 1024;
  const std::uint64_t threads = arguments.integer("threads", 1, most_threads).value_or(cores);
  const bool draws_classes = arguments.has("essentially-different");
  const bool is_approximate = arguments.has("approximate");
  if (count - 1 > most - first) {
    mistakes.push_back(host::on_command_line("--from", fmt::format("{} draws from there on pass 2^64", count)));
  }
  for (const char* const option : {"count", "seed", "from", "essentially-different", "approximate"}) {
    if (arguments.has("unrank") && arguments.has(option)) {
      mistakes.push_back(host::on_command_line(std::string{"--"} + option, "nothing is drawn with --unrank"));
    }
  }
  if (draws_classes && is_approximate) {
    mistakes.push_back(host::on_command_line("--approximate", "classes are drawn exactly, or not at all"));
  }
  if ((draws_classes || is_approximate) && problem != Problem{problem.shape}) {
    mistakes.push_back(host::on_command_line(draws_classes ? "--essentially-different" : "--approximate",
                                             "expected classic rules; got " + problem.rules.text()));
  }
  if (!mistakes.empty()) throw host::BadInput{std::move(mistakes)};

  if (const auto text = arguments.text("unrank")) {
    const auto draws = draws_or_refusal("SHAPE", problem);
    const UInt128 index = read_index(*text, draws->grids());
    const Grid grid = ranking_or_refusal("--unrank", problem, *draws).unrank(index);
    OutputFile output{arguments.text("output").value_or("-")};
    output.write(format.head(false) + format.text_of(0, {grid}));
    output.commit();
    return host::ExitCode::all_agree;
  }
  const Draw draw = draws_classes    ? class_draw(problem.shape)
                    : is_approximate ? nearly_uniform_draw(problem.shape)
                                     : exact_draw(problem);
  OutputFile output{arguments.text("output").value_or("-")};
  output.write(format.head(draws_classes));
  write_draws(draw, seed, first, count, static_cast<std::size_t>(threads), format, output);
  output.commit();
  return host::ExitCode::all_agree;
}

/// The shape whose side a grid in one line has: RxR, if there is one.
std::string shape_of_line(const std::string& line) {
  for (std::size_t root = 1; root * root * root * root <= line.size(); ++root) {
    if (root * root * root * root == line.size()) return fmt::format("{0}x{0}", root);
  }
  throw host::BadInput{host::on_command_line(
      "GRID", fmt::format("{} symbols do not tell the shape of the boxes; name it by --shape", line.size()))};
}

host::ExitCode run_rank(const std::vector<std::string>& given) {
  options::options_description options;
  options.add_options()                                                      //
      ("shape", po::value<std::string>()->value_name("SHAPE"),               //
       "The shape of the boxes; by default RxR for R^4 symbols in a line.")  //
      ("rules", po::value<std::string>()->value_name("RULES"), rules_help);
  const Arguments arguments{rank_command(), options, "GRID", given};
  if (arguments.is_help()) return host::ExitCode::all_agree;

  const std::string text = arguments.required("GRID");
  const auto shape = arguments.text("shape");
  const Problem problem = read_problem("--shape", shape ? *shape : shape_of_line(text), arguments);
  const auto draws = draws_or_refusal("--shape", problem);
  const GridRanking& ranking = ranking_or_refusal("--shape", problem, *draws);
  try {
    print(to_decimal(Integer{ranking.rank(mathematics::parse_grid(text, problem.shape))}) + '\n');
  } catch (const mathematics::InvalidGrid& error) {
    throw host::BadInput{host::on_command_line("GRID", error.what())};
  }
  return host::ExitCode::all_agree;
}

}  // namespace

const Command& sample_command() {
  static const Command command{.name = "sample",
                               .summary = "Draw completed grids, each exactly as likely as any other.",
                               .usage = "SHAPE [options]",
                               .examples =
                                   "  gridcensus sample 3x3\n"
                                   "  gridcensus sample 3x3 --count 1000000 --seed 7 --format line -o grids.txt\n"
                                   "  gridcensus sample 2x3 --rules diagonals --count 10\n"
                                   "  gridcensus sample 3x3 --essentially-different --format csv\n"
                                   "  gridcensus sample 4x4 --approximate\n"
                                   "  gridcensus sample 3x3 --unrank 0\n",
                               .run = run_sample};
  return command;
}

const Command& rank_command() {
  static const Command command{.name = "rank",
                               .summary = "Tell the number of a grid among all grids of its shape.",
                               .usage = "GRID [options]",
                               .examples =
                                   "  gridcensus rank 1234341221434321\n"
                                   "  gridcensus rank --shape 2x3 123456456123231564564231312645645312\n",
                               .run = run_rank};
  return command;
}

}  // namespace gridcensus::app
