#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "app/grid_file.hpp"
#include "app/grid_text.hpp"
#include "app/output_file.hpp"
#include "gridcensus/random.hpp"
#include "grids/grid_maps.hpp"
#include "grids/grids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace gridcensus::app {

using mathematics::Grid;
using mathematics::Moves;
using Diagnostics = std::vector<host::Diagnostic>;

namespace {

/// The limit of the source.
constexpr std::uint64_t max_grids = 1'000'000;

const std::array<std::pair<std::string_view, bool Moves::*>, 6> move_names{{{"labels", &Moves::labels},
                                                                            {"rows", &Moves::rows},
                                                                            {"columns", &Moves::columns},
                                                                            {"bands", &Moves::bands},
                                                                            {"stacks", &Moves::stacks},
                                                                            {"transposition", &Moves::transposition}}};

Grid read_grid(const Arguments& arguments, Shape shape, Diagnostics& mistakes) {
  const auto text = arguments.text("grid");
  if (!text) return mathematics::base_grid(shape);
  try {
    const Problem problem{shape};
    if (!names_file(*text)) return read_given_grid("--grid", *text, problem);
    return *open_grids(*text, shape, [&](Shape) { return problem; }).next();
  } catch (const host::BadInput& error) {
    mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    return mathematics::base_grid(shape);
  }
}

Moves read_moves(const Arguments& arguments, Shape shape, Diagnostics& mistakes) {
  const auto text = arguments.text("moves");
  if (!text) return mathematics::all_moves(shape);
  std::vector<std::string> known;
  for (const auto& entry : move_names) known.emplace_back(entry.first);
  Moves moves;
  for (std::string_view rest = *text;;) {
    const std::string name{rest.substr(0, rest.find(','))};
    const auto* const found =
        std::ranges::find(move_names, std::string_view{name}, [](const auto& entry) { return entry.first; });
    if (found == move_names.end()) {
      mistakes.push_back(host::on_command_line(
          "--moves", fmt::format("unknown move {}; expected some of: {}", name, fmt::join(known, ",")),
          host::nearest_name(name, known)));
    } else if (std::exchange(moves.*found->second, true)) {
      mistakes.push_back(host::on_command_line("--moves", fmt::format("{} is given twice", name)));
    }
    if (name.size() == rest.size()) break;
    rest.remove_prefix(name.size() + 1);
  }
  if (const auto reason = mathematics::why_no_group(shape, moves)) {
    mistakes.push_back(host::on_command_line("--moves", *reason));
  }
  return moves;
}

host::ExitCode run_shuffle(const Arguments& arguments) {
  const Shape shape = asked_problem("SHAPE", arguments.required("SHAPE"), arguments).shape;
  const std::uint64_t count = arguments.integer("count", 1, max_grids).value_or(1);
  const std::uint64_t seed = arguments.integer("seed", 0, ~std::uint64_t{0}).value_or(1);
  Diagnostics mistakes;
  const Grid start = read_grid(arguments, shape, mistakes);
  const Moves moves = read_moves(arguments, shape, mistakes);
  const GridForm form = read_grid_form(arguments, GridForm::grid, mistakes);
  host::throw_if_any(mistakes);

  OutputFile output{arguments.text("output").value_or("-")};
  constexpr std::size_t flush_bytes = std::size_t{1} << 20U;
  std::string text = draw_head(form, false);
  for (std::uint64_t number = 0; number < count; ++number) {
    // Each grid has its own random stream, so other draws cannot change it.
    Random random{seed, 0, number};
    text += draw_text(form, number, apply(mathematics::random_map(shape, moves, random), start));
    if (text.size() > flush_bytes) output.write(std::exchange(text, {}));
  }
  output.write(text);
  output.commit();
  return host::ExitCode::all_agree;
}

}  // namespace

const Command shuffle_command{
    .name = "shuffle",
    .brief = "scramble one grid",
    .summary = "Print grids made from one grid by random moves that preserve the rules.",
    .usage = "SHAPE [options]",
    .argument = "SHAPE",
    .examples =
        "  gridcensus shuffle 3x3\n"
        "  gridcensus shuffle 3x3 --count 1000 --seed 7 --format line --output grids.txt\n"
        "  gridcensus shuffle 2x2 --grid 1234341221434321 --moves rows,columns\n",
    .options =
        {{"count", "N", "Number of grids; 1 by default."},
         {"seed", "S",
          "Random seed; 1 by default. The same seed gives the same grids, and a smaller count gives the first of "
          "them."},
         {"grid", "GRID|FILE",
          "Grid to shuffle: its symbols row by row, 1..9 and then A..P, or numbers separated by blanks; or a file, "
          "whose first grid is used. "
          "By default the grid whose rows are 1..N, shifted by C places from row to row of a band and by one "
          "from band to band."},
         {"moves", "LIST",
          "Some of labels,rows,columns,bands,stacks,transposition; by default all that preserve the shape. Each "
          "combination of them has the same probability."},
         {"format", grid_form_names, grid_form_help},
         {"output", "FILE", "Write to this file; - is stdout, the default.", "o"}},
    .run = run_shuffle};

}  // namespace gridcensus::app
