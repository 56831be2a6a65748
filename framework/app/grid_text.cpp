#include "app/grid_text.hpp"

#include "app/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <thread>

namespace gridcensus::app {

namespace {

std::string no_head(bool /*has_automorphisms*/) { return {}; }

std::string csv_head(bool has_automorphisms) { return has_automorphisms ? "draw,grid,automorphisms\n" : "draw,grid\n"; }

std::string csv_text(std::uint64_t number, const DrawnGrid& drawn) {
  std::string text = fmt::format("{},{}", number, mathematics::to_line(drawn.grid));
  if (drawn.automorphisms) text += fmt::format(",{}", *drawn.automorphisms);
  return text + '\n';
}

std::string jsonl_text(std::uint64_t number, const DrawnGrid& drawn) {
  std::string text = fmt::format(R"({{"draw": {}, "grid": "{}")", number, mathematics::to_line(drawn.grid));
  if (drawn.automorphisms) text += fmt::format(R"(, "automorphisms": {})", *drawn.automorphisms);
  return text + "}\n";
}

const std::array<GridFormat, 4> grid_formats{{
    {"grid", no_head, [](std::uint64_t, const DrawnGrid& drawn) { return mathematics::to_plain(drawn.grid); }},
    {"line", no_head, [](std::uint64_t, const DrawnGrid& drawn) { return mathematics::to_line(drawn.grid) + '\n'; }},
    {"csv", csv_head, csv_text},
    {"jsonl", no_head, jsonl_text},
}};

host::Diagnostic unknown_format(const std::string& name, const std::vector<std::string>& known) {
  return host::on_command_line("--format",
                               fmt::format("unknown format {}; expected one of: {}", name, fmt::join(known, ", ")),
                               host::nearest_name(name, known));
}

}  // namespace

const GridFormat& read_grid_format(const Arguments& arguments, std::vector<host::Diagnostic>& mistakes) {
  const auto name = arguments.text("format");
  if (!name) return grid_formats.front();
  const auto* const found = std::ranges::find(grid_formats, std::string_view{*name}, &GridFormat::name);
  if (found != grid_formats.end()) return *found;
  std::vector<std::string> known;
  for (const GridFormat& format : grid_formats) known.emplace_back(format.name);
  mistakes.push_back(unknown_format(*name, known));
  return grid_formats.front();
}

void require_printed(const std::string& argument, const std::string& text, Shape shape) {
  if (shape.side() <= mathematics::max_grid_side) return;
  throw host::BadInput{host::on_command_line(
      argument, fmt::format("{}: the side is {}; expected at most {}, the side of 5x5, for grids that are printed",
                            text, shape.side(), mathematics::max_grid_side))};
}

Shape read_grid_shape(const std::string& argument, const std::string& text) {
  try {
    const Shape shape = parse_shape(text);
    require_printed(argument, text, shape);
    return shape;
  } catch (const InvalidShape& error) {
    // Report this at once: no other option can be checked without a shape.
    throw host::BadInput{host::on_command_line(argument, fmt::format("{}: {}", text, error.what()))};
  }
}

std::string read_list_format(const Arguments& arguments) {
  const std::vector<std::string> known{"line", "csv", "jsonl"};
  std::string format = arguments.text("format").value_or("line");
  if (std::ranges::find(known, format) != known.end()) return format;
  throw host::BadInput{unknown_format(format, known)};
}

std::size_t read_threads(const Arguments& arguments) {
  const std::uint64_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return arguments.integer("threads", 1, max_threads).value_or(cores);
}

}  // namespace gridcensus::app
