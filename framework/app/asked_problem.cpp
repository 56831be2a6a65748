#include "app/asked_problem.hpp"

#include "app/grid_text.hpp"
#include "gridcensus/rules.hpp"
#include "host/base/shape_hint.hpp"
#include "host/document/document.hpp"
#include "host/document/form.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace gridcensus::app {

std::string read_givens(const std::string& text_or_path) {
  std::error_code none;
  if (!std::filesystem::exists(text_or_path, none)) return text_or_path;
  // 64 lines of 64 numbers take less.
  constexpr std::size_t max_bytes = 1U << 16U;
  try {
    return host::read_text_file(text_or_path, max_bytes);
  } catch (const host::BadInput& error) {
    throw host::BadInput{host::on_command_line(
        "--given", fmt::format("cannot read the file {}: {}", text_or_path, error.diagnostics().front().message))};
  }
}

host::AskedRules described_rules(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  RuleSpec spec;
  std::string option = name;
  try {
    const Shape shape = add_shape(shape_text, spec);
    option = "--rules";
    if (const auto rules = arguments.text("rules")) add_rules(shape, *rules, spec);
    make_problem(shape, spec);
    if (const auto given = arguments.text("given")) {
      option = "--given";
      add_givens(shape, read_givens(*given), spec);
      make_problem(shape, spec);
    }
    return {shape, std::move(spec)};
  } catch (const InvalidShape& error) {
    const std::string hint = host::shape_hint(shape_text);
    throw host::BadInput{host::on_command_line(
        option, fmt::format("{}: {}{}{}", shape_text, error.what(), hint.empty() ? "" : "; ", hint))};
  } catch (const InvalidRules& error) {
    throw host::BadInput{host::on_command_line(option, host::with_option_names(error.what()))};
  }
}

Problem asked_problem(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  const auto [shape, rules] = described_rules(name, shape_text, arguments);
  require_printed(name, shape_text, shape);
  return make_problem(shape, rules);
}

}  // namespace gridcensus::app
