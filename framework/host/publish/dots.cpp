#include "host/publish/dots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace gridcensus::host::publish {

namespace {

constexpr std::string_view published_series = "published";
/// The largest number of lines in a figure; the tables have all numbers.
constexpr std::size_t max_dot_lines = 70;

std::size_t place_in(std::vector<std::string>& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  const auto place = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) names.push_back(name);
  return place;
}

/// Returns the number of rows of gnuplot's legend, with columns as wide as the longest name.
std::size_t rows_of_legend(const std::vector<std::string>& names) {
  constexpr std::size_t width_of_plot = 450;
  constexpr std::size_t width_of_letter = 9;
  constexpr std::size_t width_of_sample = 55;
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  const std::size_t columns = std::max<std::size_t>(1, width_of_plot / (longest * width_of_letter + width_of_sample));
  return (names.size() + columns - 1) / columns;
}

}  // namespace

std::optional<Figure> dot_figure(const std::vector<Problem>& problems, std::vector<Dot> dots, std::string_view axis) {
  std::erase_if(dots, [](const Dot& dot) { return !(dot.number > 0); });
  if (dots.empty()) return std::nullopt;
  std::vector<std::string> series;
  std::vector<double> numbers;
  const bool has_published = std::ranges::any_of(dots, [](const Dot& dot) { return dot.series == published_series; });
  for (const Dot& dot : dots) {
    numbers.push_back(dot.number);
    if (dot.series != published_series) place_in(series, dot.series);
  }
  const bool is_grouped = series.size() > max_series;
  const auto line_of = [&](const Dot& dot) {
    const std::string problem = to_string(dot.problem);
    return is_grouped ? problem + " " + dot.series : problem;
  };
  // Lines are in the order of the problems, then in that of the strategies.
  std::vector<std::string> lines;
  std::vector<std::size_t> first_lines;
  for (const Problem& problem : problems) {
    const std::size_t before = lines.size();
    for (const Dot& dot : dots) {
      if (dot.problem == problem) place_in(lines, line_of(dot));
    }
    if (lines.size() > before) first_lines.push_back(before);
  }
  Figure figure;
  figure.is_cut = lines.size() > max_dot_lines;
  if (figure.is_cut) lines.resize(max_dot_lines);
  std::vector<std::string> drawn = is_grouped ? std::vector<std::string>{"run"} : series;
  if (has_published) drawn.emplace_back(published_series);
  std::string plot;
  std::size_t index = 0;
  figure.data = fmt::format("# {}  line  problem\n", axis);
  for (const std::string& name : drawn) {
    const bool is_published = name == published_series;
    std::string block;
    for (const Dot& dot : dots) {
      const bool is_own = is_grouped && !is_published ? dot.series != published_series : dot.series == name;
      const auto line = std::ranges::find(lines, line_of(dot));
      if (!is_own || line == lines.end()) continue;
      block += fmt::format("{:.6g} {} {}\n", dot.number, line - lines.begin() + 1, quoted_label(line_of(dot)));
    }
    if (block.empty()) continue;
    // Each series is slightly shifted from the line, so none hides another.
    const bool is_shifted = !is_grouped && !is_published;
    const double shift =
        is_shifted ? 0.5 * (static_cast<double>(index + 1) / static_cast<double>(series.size() + 1) - 0.5) : 0;
    figure.data += fmt::format("# {}\n{}\n\n", quoted_label(name), block);
    plot += fmt::format("{}DATA index {} using 1:($2{:+.3f}) with points pt {} ps {} lw 1.5 lc rgb '{}' {}",
                        index == 0 ? "" : ", \\\n  ", index, shift, is_published ? 3 : series_mark(index),
                        is_published ? "1.2" : "1", is_published ? "black" : series_colour(index),
                        is_grouped && !is_published ? "notitle" : "title " + short_label(name));
    ++index;
  }
  std::string ticks;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    ticks += fmt::format("{}{} {}", line == 0 ? "" : ", ", short_label(lines[line]), line + 1);
  }
  std::string parts;
  if (is_grouped) {
    for (std::size_t part = 1; part < first_lines.size() && first_lines[part] < lines.size(); ++part) {
      parts +=
          fmt::format("set arrow {0} from graph 0,first {1}.5 to graph 1,first {1}.5 nohead lw 1 lc rgb '#6b6b6b'\n",
                      part, first_lines[part]);
    }
  }
  const int line_height = is_grouped ? 18 : 28;
  const std::size_t key_rows = rows_of_legend(drawn);
  figure.height =
      120 + line_height * static_cast<int>(std::max<std::size_t>(lines.size(), 3)) + 20 * static_cast<int>(key_rows);
  figure.plot = fmt::format("set xlabel '{}'\n{}set ytics ({})\nset yrange [{}.6:0.4]\n{}plot {}\n", axis,
                            log_range("x", numbers), ticks, lines.size(), parts, plot);
  return figure;
}

}  // namespace gridcensus::host::publish
