#include "app/asked_problem.hpp"

#include "gridcensus/rules.hpp"
#include "grids/grids.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace gridcensus::app {

std::string read_givens(const std::string& text_or_path) {
  std::error_code none;
  if (!std::filesystem::exists(text_or_path, none)) return text_or_path;
  // 64 lines of 64 numbers take less.
  constexpr std::size_t most_bytes = 1U << 16U;
  std::ifstream file{text_or_path, std::ios::binary};
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() || !std::filesystem::is_regular_file(text_or_path, none)) {
    const bool is_large = std::filesystem::is_regular_file(text_or_path, none) && file.gcount() > 0;
    throw host::BadInput{host::on_command_line(
        "--given",
        fmt::format("{}: {}", text_or_path,
                    is_large ? fmt::format("longer than {} bytes", most_bytes) : "cannot be read as a file"))};
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

Problem asked_problem(const std::string& name, const std::string& shape_text, const Arguments& arguments) {
  RuleSpec spec;
  const auto mistake = [](const std::string& option, const std::string& message) {
    return host::BadInput{host::on_command_line(option, message)};
  };
  Shape shape;
  try {
    shape = add_shape(shape_text, spec);
  } catch (const InvalidShape& error) {
    throw mistake(name, fmt::format("{}: {}", shape_text, error.what()));
  }
  if (shape.side() > mathematics::max_grid_side) {
    throw mistake(name, fmt::format("{}: the side is {}; grids are printed up to side {}, that of 5x5", shape_text,
                                    shape.side(), mathematics::max_grid_side));
  }
  try {
    if (const auto rules = arguments.text("rules")) add_rules(shape, *rules, spec);
    make_problem(shape, spec);
  } catch (const InvalidRules& error) {
    throw mistake("--rules", error.what());
  }
  try {
    if (const auto given = arguments.text("given")) add_givens(shape, read_givens(*given), spec);
  } catch (const InvalidRules& error) {
    throw mistake("--given", error.what());
  }
  return make_problem(shape, spec);
}

}  // namespace gridcensus::app
