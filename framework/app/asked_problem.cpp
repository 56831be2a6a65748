#include "app/asked_problem.hpp"

#include "app/grid_file.hpp"
#include "gridcensus/rules.hpp"
#include "grids/grids.hpp"
#include "host/base/shape_hint.hpp"
#include "host/document/form.hpp"

#include <fmt/format.h>

#include <utility>

namespace gridcensus::app {

std::optional<host::Puzzle> read_givens(Shape shape, const Arguments& arguments) {
  const auto given = arguments.text("given");
  return given ? std::optional{read_given_puzzle("--given", *given, shape)} : std::nullopt;
}

void note_givens(const host::Puzzle& puzzle, const Arguments& arguments) {
  for (const auto& note : puzzle.notes) arguments.print_note("--given: " + note);
}

host::AskedRules described_rules(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  RuleSpec spec;
  std::string option = name;
  try {
    const Shape shape = add_shape(shape_text, spec);
    option = "--rules";
    if (const auto rules = arguments.text("rules")) add_rules(shape, *rules, spec);
    make_problem(shape, spec);
    if (const auto puzzle = read_givens(shape, arguments)) {
      option = "--given";
      note_givens(*puzzle, arguments);
      add_givens(shape, puzzle->givens, spec);
      make_problem(shape, spec);
    }
    return {.shape = shape, .rules = std::move(spec)};
  } catch (const InvalidShape& error) {
    const std::string hint = host::shape_hint(shape_text);
    throw host::BadInput{host::on_command_line(
        option, fmt::format("{}: {}{}{}", shape_text, error.what(), hint.empty() ? "" : "; ", hint))};
  } catch (const InvalidRules& error) {
    throw host::BadInput{host::on_command_line(option, host::with_option_names(error.what()))};
  }
}

Problem asked_problem(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  const auto asked = described_rules(name, shape_text, arguments);
  if (asked.shape.side() > mathematics::max_grid_side) {
    throw host::BadInput{host::on_command_line(
        name, fmt::format("{}: the side is {}; expected at most {}, the side of 5x5, for grids that are printed",
                          shape_text, asked.shape.side(), mathematics::max_grid_side))};
  }
  return make_problem(asked.shape, asked.rules);
}

}  // namespace gridcensus::app
