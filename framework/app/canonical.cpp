#include "app/asked_problem.hpp"
#include "app/command_line.hpp"
#include "app/grid_file.hpp"
#include "app/grid_text.hpp"
#include "app/in_order.hpp"
#include "app/output_file.hpp"
#include "canonical_grids/canonical_grid.hpp"
#include "gridcensus/rules.hpp"
#include "grids/grid_maps.hpp"
#include "host/base/text.hpp"
#include "uniform_grids/make_grid_sampler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

namespace gridcensus::app {

using canonical_grids::CanonicalGrid;
using canonical_grids::Canonicaliser;
using canonical_grids::Symmetry;

namespace {

/// Grids that a thread processes together.
struct GridBlock {
  std::uint64_t first = 0;  ///< the number of the first of them in the file, from 1
  std::vector<mathematics::Grid> grids;
  std::vector<CanonicalGrid> forms = {};
  std::string text = {};
};

/// Writes each grid as text.
class FormTexts {
 public:
  FormTexts(const Canonicaliser& canonicaliser, const Problem& problem, GridForm form)
      : symmetries_{canonicaliser.symmetries()}, form_{form} {
    if (form_ == GridForm::line) return;
    try {
      draws_ = uniform_grids::make_grid_sampler(problem);
      ranking_ = dynamic_cast<const uniform_grids::GridRanking*>(draws_.get());
    } catch (const uniform_grids::SamplingUnsupported&) {
      ranking_ = nullptr;
    }
  }

  std::string head() const {
    std::vector<std::string_view> names{"grid", "form", "automorphisms", "class_size"};
    if (ranking_ != nullptr) names.emplace_back("index");
    return head_text(form_, names);
  }

  std::string text_of(const mathematics::Grid& grid, const CanonicalGrid& found) const {
    std::string line = mathematics::to_line(found.form);
    if (form_ == GridForm::line) return line + '\n';
    std::vector<RowField> fields{{"grid", mathematics::to_line(grid), true},
                                 {"form", std::move(line), true},
                                 {"automorphisms", std::to_string(found.automorphisms)},
                                 {"class_size", to_decimal(symmetries_ / found.automorphisms), true}};
    if (ranking_ != nullptr) fields.push_back({"index", to_decimal(Integer{ranking_->rank(grid)}), true});
    return row_text(form_, fields);
  }

 private:
  Integer symmetries_;
  GridForm form_;
  std::unique_ptr<const uniform_grids::GridSampler> draws_;
  const uniform_grids::GridRanking* ranking_ = nullptr;
};

/// Finds grids that are equivalent to earlier ones.
class SameGrids {
 public:
  SameGrids(const Canonicaliser& canonicaliser, bool is_json) : canonicaliser_{canonicaliser}, is_json_{is_json} {}

  /// Returns the text of a grid; empty for the first of a class, except with JSON.
  std::string text_of(std::uint64_t number, const mathematics::Grid& grid, const CanonicalGrid& found) {
    const auto [entry, is_new] = classes_.try_emplace(mathematics::to_line(found.form), First{number, grid});
    if (is_new) {
      return is_json_ ? row_text(GridForm::jsonl, {{"number", std::to_string(number)}, {"same_as", "null"}})
                      : std::string{};
    }
    const First& first = entry->second;
    // A repeated grid needs no map, although it may have automorphisms.
    const CanonicalGrid of_first = canonicaliser_.canonical(first.grid);
    const Symmetry& last_step = first.grid == grid ? of_first.map : found.map;
    const Symmetry map = composed(of_first.map, inverse(last_step));
    return is_json_ ? json_of(number, first.number, map, grid.shape) : words_of(number, first.number, map, grid.shape);
  }

  std::string summary() const {
    return fmt::format("they are in {}", host::pluralise(classes_.size(), "class", "classes"));
  }

 private:
  struct First {
    std::uint64_t number = 0;
    mathematics::Grid grid;
  };

  template <class Images>
  static std::vector<int> from_one(const Images& images, int count) {
    std::vector<int> numbers(images.begin(), images.begin() + count);
    for (int& number : numbers) ++number;
    return numbers;
  }

  static std::string json_of(std::uint64_t number, std::uint64_t first, const Symmetry& map, Shape shape) {
    const int side = shape.side();
    const auto list = [](const auto& images, int count) { return fmt::format("{}", from_one(images, count)); };
    std::vector<RowField> fields{{"number", std::to_string(number)}, {"same_as", std::to_string(first)}};
    if (const auto lines = line_map(map, side)) {
      fields.push_back({"transposed", fmt::format("{}", lines->is_transposed)});
      fields.push_back({"rows", list(lines->rows, side)});
      fields.push_back({"columns", list(lines->columns, side)});
    } else {
      fields.push_back({"cells", list(map.cells, shape.cells())});
    }
    fields.push_back({"symbols", list(map.symbols, side)});
    return row_text(GridForm::jsonl, fields);
  }

  static std::string words_of(std::uint64_t number, std::uint64_t first, const Symmetry& map, Shape shape) {
    const int side = shape.side();
    std::vector<std::string> steps;
    const auto add = [&](const std::string& what, const auto& images) {
      const auto numbers = from_one(images, side);
      if (!std::ranges::is_sorted(numbers)) steps.push_back(fmt::format("{} {}", what, fmt::join(numbers, " ")));
    };
    if (const auto lines = line_map(map, side)) {
      if (lines->is_transposed) steps.emplace_back("transposed");
      add("rows to", lines->rows);
      add("columns to", lines->columns);
    } else {
      std::vector<std::string> cells;
      for (int cell = 0; cell < shape.cells(); ++cell) {
        const int to = map.cells[static_cast<std::size_t>(cell)];
        if (to != cell) cells.push_back(cell_name(shape, cell) + " to " + cell_name(shape, to));
      }
      steps.push_back(fmt::format("cells {}", fmt::join(cells, ", ")));
    }
    add("symbols to", map.symbols);
    if (steps.empty()) return fmt::format("grid {} equals grid {}\n", number, first);
    return fmt::format("grid {} is grid {}: {}\n", number, first, fmt::join(steps, "; "));
  }

  const Canonicaliser& canonicaliser_;
  bool is_json_;
  std::unordered_map<std::string, First> classes_;  ///< by form
};

host::ExitCode run_canonical(const Arguments& arguments) {
  std::vector<host::Diagnostic> mistakes;
  const GridForm form = read_grid_form(arguments, GridForm::line, mistakes);
  host::throw_if_any(mistakes);
  const bool finds_same = arguments.has("same");
  if (finds_same && form == GridForm::csv) {
    throw host::BadInput{host::on_command_line("--format", "expected line or jsonl with --same; got csv")};
  }
  const std::size_t threads = read_threads(arguments);
  const auto shape_text = arguments.text("shape");
  const auto problem = shape_text ? std::optional{asked_problem("--shape", *shape_text, arguments)} : std::nullopt;
  const auto problem_of = [&](Shape shape) {
    return problem ? *problem : asked_problem("--shape", to_string(shape), arguments);
  };
  CompletedGrids reader =
      open_grids(arguments.required("FILE"), problem ? std::optional{problem->shape} : std::nullopt, problem_of);
  const auto canonicaliser = canonical_grids::make_canonicaliser(reader.problem());
  const FormTexts texts{*canonicaliser, reader.problem(), finds_same ? GridForm::line : form};
  SameGrids same{*canonicaliser, form == GridForm::jsonl};

  OutputFile output{arguments.text("output").value_or("-")};
  if (!finds_same) output.write(texts.head());
  std::uint64_t begun = 1;
  const auto next_block = [&]() -> std::optional<GridBlock> {
    constexpr std::size_t grids_per_block = 256;
    GridBlock block{begun, {}};
    while (block.grids.size() < grids_per_block) {
      auto grid = reader.next();
      if (!grid) break;
      block.grids.push_back(std::move(*grid));
    }
    begun += block.grids.size();
    return block.grids.empty() ? std::nullopt : std::optional{std::move(block)};
  };
  const auto with_forms = [&](GridBlock block) {
    for (const auto& grid : block.grids) {
      block.forms.push_back(canonicaliser->canonical(grid));
      if (!finds_same) block.text += texts.text_of(grid, block.forms.back());
    }
    return block;
  };
  in_order(threads, next_block, with_forms, [&](const GridBlock& block) {
    std::string text = block.text;
    for (std::size_t i = 0; finds_same && i < block.forms.size(); ++i) {
      text += same.text_of(block.first + i, block.grids[i], block.forms[i]);
    }
    output.write(text);
  });
  output.commit();
  arguments.print_note(reader.summary() + (finds_same ? "; " + same.summary() : ""));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command canonical_command{
    .name = "canonical",
    .brief = "canonical forms",
    .summary = "Print the canonical form of each grid of a file: the least under all symmetries and relabellings.",
    .usage = "FILE|- [options]",
    .argument = "FILE",
    .examples =
        "  gridcensus canonical grids.txt\n"
        "  gridcensus canonical grids.txt --format csv -o forms.csv\n"
        "  gridcensus canonical grids.txt --same\n"
        "  gridcensus sample 2x3 --count 9 | gridcensus canonical - --shape 2x3\n",
    .options = joined(
        {{{"shape", "SHAPE", "Shape of the grids; by default square boxes: 3x3 for 81 symbols, 2x2 for 16."},
          {"format", "line|csv|jsonl",
           "line (default): the form; csv, jsonl: grid, form, number of automorphisms, number of grids in the "
           "class, and the grid's number if grids of these rules are numbered."},
          {"same", "",
           "Print the grids that are equivalent to an earlier one, with a map from that one; with jsonl, one line "
           "per grid."}},
         grid_options()}),
    .run = run_canonical};

}  // namespace gridcensus::app
