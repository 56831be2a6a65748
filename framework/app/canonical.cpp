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
};
struct FormBlock {
  GridBlock block;
  std::vector<CanonicalGrid> forms;
};

/// Writes each grid as text.
class FormTexts {
 public:
  FormTexts(const Canonicaliser& canonicaliser, const Problem& problem, std::string format)
      : symmetries_{canonicaliser.symmetries()}, format_{std::move(format)} {
    if (format_ == "line") return;
    try {
      draws_ = uniform_grids::make_grid_sampler(problem);
      ranking_ = dynamic_cast<const uniform_grids::GridRanking*>(draws_.get());
    } catch (const uniform_grids::SamplingUnsupported&) {
      ranking_ = nullptr;
    }
  }

  std::string head() const {
    if (format_ != "csv") return {};
    return std::string{"grid,form,automorphisms,class_size"} + (ranking_ != nullptr ? ",index\n" : "\n");
  }

  std::string text_of(const mathematics::Grid& grid, const CanonicalGrid& found) const {
    const std::string form = mathematics::to_line(found.form);
    if (format_ == "line") return form + '\n';
    const bool is_csv = format_ == "csv";
    const std::string size = to_decimal(symmetries_ / found.automorphisms);
    std::string text =
        fmt::format(fmt::runtime(is_csv ? "{},{},{},{}"
                                        : R"({{"grid": "{}", "form": "{}", "automorphisms": {}, "class_size": "{}")"),
                    mathematics::to_line(grid), form, found.automorphisms, size);
    if (ranking_ != nullptr) {
      const std::string index = to_decimal(Integer{ranking_->rank(grid)});
      text += fmt::format(fmt::runtime(is_csv ? ",{}" : R"(, "index": "{}")"), index);
    }
    return text + (is_csv ? "\n" : "}\n");
  }

 private:
  Integer symmetries_;
  std::string format_;
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
    if (is_new) return is_json_ ? fmt::format("{{\"number\": {}, \"same_as\": null}}\n", number) : std::string{};
    const First& first = entry->second;
    // A repeated grid needs no map, although it may have automorphisms.
    const CanonicalGrid of_first = canonicaliser_.canonical(first.grid);
    const Symmetry& last_step = first.grid == grid ? of_first.map : found.map;
    const Symmetry map = composed(of_first.map, inverse(last_step));
    return is_json_ ? json_of(number, first.number, map, grid.shape) : words_of(number, first.number, map, grid.shape);
  }

  std::string summary() const {
    return fmt::format("they are in {}", host::counted(classes_.size(), "class", "classes"));
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
    std::string text = fmt::format(R"({{"number": {}, "same_as": {}, )", number, first);
    if (const auto lines = line_map(map, side)) {
      text += fmt::format(R"("transposed": {}, "rows": {}, "columns": {})", lines->is_transposed,
                          from_one(lines->rows, side), from_one(lines->columns, side));
    } else {
      text += fmt::format(R"("cells": {})", from_one(map.cells, shape.cells()));
    }
    return text + fmt::format(", \"symbols\": {}}}\n", from_one(map.symbols, side));
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
  const std::string format = read_list_format(arguments);
  const bool finds_same = arguments.has("same");
  if (finds_same && format == "csv") {
    throw host::BadInput{host::on_command_line("--format", "expected line or jsonl with --same; got csv")};
  }
  const std::size_t threads = read_threads(arguments);
  const auto shape_text = arguments.text("shape");
  const auto problem = shape_text ? std::optional{asked_problem("--shape", *shape_text, arguments)} : std::nullopt;
  GridFile file{arguments.required("FILE"), problem ? std::optional{problem->shape} : std::nullopt, [&](Shape shape) {
                  return problem ? *problem : asked_problem("--shape", to_string(shape), arguments);
                }};
  CompletedGrids& reader = file.grids();
  const auto canonicaliser = canonical_grids::make_canonicaliser(reader.problem());
  const FormTexts texts{*canonicaliser, reader.problem(), finds_same ? "line" : format};
  SameGrids same{*canonicaliser, format == "jsonl"};

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
  if (finds_same) {
    const auto forms_of = [&](const GridBlock& block) {
      FormBlock found{block, {}};
      for (const auto& grid : block.grids) found.forms.push_back(canonicaliser->canonical(grid));
      return found;
    };
    in_order(threads, next_block, forms_of, [&](const FormBlock& found) {
      std::string text;
      for (std::size_t i = 0; i < found.forms.size(); ++i) {
        text += same.text_of(found.block.first + i, found.block.grids[i], found.forms[i]);
      }
      output.write(text);
    });
  } else {
    const auto text_of = [&](const GridBlock& block) {
      std::string text;
      for (const auto& grid : block.grids) text += texts.text_of(grid, canonicaliser->canonical(grid));
      return text;
    };
    in_order(threads, next_block, text_of, [&](const std::string& text) { output.write(text); });
  }
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
    .options =
        {{"shape", "SHAPE", "Shape of the grids; by default square boxes: 3x3 for 81 symbols, 2x2 for 16."},
         {"rules", "RULES", "Comma-separated rules: diagonals,anti_knight; `gridcensus list rules` lists them."},
         {"given", "TEXT|FILE", given_help},
         {"format", "line|csv|jsonl",
          "line (default): the form; csv, jsonl: grid, form, number of automorphisms, number of grids in the "
          "class, and the grid's number if grids of these rules are numbered."},
         {"same", "",
          "Print the grids that are equivalent to an earlier one, with a map from that one; with jsonl, one line "
          "per grid."},
         {"threads", "N", "Threads to use; all cores by default."},
         {"output", "FILE", "Write to this file; - is stdout, the default.", "o"}},
    .run = run_canonical};

}  // namespace gridcensus::app
