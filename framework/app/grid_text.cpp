#include "app/grid_text.hpp"

#include "app/asked_problem.hpp"
#include "app/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace gridcensus::app {

GridForm read_grid_form(const Arguments& arguments, GridForm first, std::vector<host::Diagnostic>& mistakes) {
  const std::vector<std::string> all{"grid", "line", "csv", "jsonl"};
  const auto name = arguments.text("format");
  const std::vector<std::string> known{all.begin() + static_cast<int>(first), all.end()};
  const auto found = name ? std::ranges::find(known, *name) : known.begin();
  if (found != known.end()) return static_cast<GridForm>(static_cast<int>(first) + (found - known.begin()));
  mistakes.push_back(host::on_command_line(
      "--format", fmt::format("unknown format {}; expected one of: {}", *name, fmt::join(known, ", ")),
      host::nearest_name(*name, known)));
  return first;
}

std::string head_text(GridForm form, const std::vector<std::string_view>& names) {
  return form == GridForm::csv ? fmt::format("{}\n", fmt::join(names, ",")) : "";
}

std::string row_text(GridForm form, const std::vector<RowField>& fields) {
  const bool is_csv = form == GridForm::csv;
  std::vector<std::string> parts;
  for (const auto& [name, value, is_text] : fields) {
    const std::string_view quote = is_text ? "\"" : "";
    parts.push_back(is_csv ? value : fmt::format("\"{}\": {}{}{}", name, quote, value, quote));
  }
  return is_csv ? fmt::format("{}\n", fmt::join(parts, ",")) : fmt::format("{{{}}}\n", fmt::join(parts, ", "));
}

std::string draw_text(GridForm form, std::uint64_t number, const mathematics::Grid& grid,
                      const std::optional<std::uint64_t>& automorphisms) {
  if (form == GridForm::grid) return mathematics::to_plain(grid);
  if (form == GridForm::line) return mathematics::to_line(grid) + '\n';
  std::vector<RowField> fields{{"draw", std::to_string(number)}, {"grid", mathematics::to_line(grid), true}};
  if (automorphisms) fields.push_back({"automorphisms", std::to_string(*automorphisms)});
  return row_text(form, fields);
}

std::string draw_head(GridForm form, bool has_automorphisms) {
  std::vector<std::string_view> names{"draw", "grid"};
  if (has_automorphisms) names.emplace_back("automorphisms");
  return head_text(form, names);
}

Options grid_options() {
  return {{"rules", "RULES", "Comma-separated rules: diagonals,anti_knight; `gridcensus list rules` lists them."},
          {"given", "TEXT|FILE", given_help},
          {"threads", "N", "Threads to use; all cores by default."},
          {"output", "FILE", "Write to this file; - is stdout, the default.", "o"}};
}

std::size_t read_threads(const Arguments& arguments) {
  const std::uint64_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return arguments.integer("threads", 1, max_threads).value_or(cores);
}

}  // namespace gridcensus::app
