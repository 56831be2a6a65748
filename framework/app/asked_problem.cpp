#include "app/asked_problem.hpp"

#include "app/grid_text.hpp"
#include "gridcensus/rules.hpp"
#include "host/document/document.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace gridcensus::app {

std::string read_givens(const std::string& text_or_path) {
  std::error_code none;
  if (!std::filesystem::exists(text_or_path, none)) return text_or_path;
  // 64 lines of 64 numbers take less.
  constexpr std::size_t most_bytes = 1U << 16U;
  try {
    return host::read_text_file(text_or_path, most_bytes);
  } catch (const host::BadInput& error) {
    throw host::BadInput{host::on_command_line(
        "--given", fmt::format("{}: cannot be read as a file: {}", text_or_path, error.diagnostics().front().message))};
  }
}

Problem asked_problem(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  RuleSpec spec;
  Shape shape;
  std::string option = name;
  try {
    shape = add_shape(shape_text, spec);
    require_printed(name, shape_text, shape);
    option = "--rules";
    if (const auto rules = arguments.text("rules")) add_rules(shape, *rules, spec);
    const Problem problem = make_problem(shape, spec);
    const auto given = arguments.text("given");
    if (!given) return problem;
    option = "--given";
    add_givens(shape, read_givens(*given), spec);
    return make_problem(shape, spec);
  } catch (const InvalidShape& error) {
    throw host::BadInput{host::on_command_line(option, fmt::format("{}: {}", shape_text, error.what()))};
  } catch (const InvalidRules& error) {
    throw host::BadInput{host::on_command_line(option, error.what())};
  }
}

}  // namespace gridcensus::app
