#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace gridcensus::host::publish {

namespace {

constexpr std::size_t min_rows = 30;
constexpr std::size_t min_values = 8;
/// A table with more columns is a list of properties, not of sizes.
constexpr std::size_t max_columns = 3;

std::optional<Figure> histogram(const Table& table, std::size_t column, const std::string& name,
                                const std::string& subject) {
  std::vector<double> values;
  std::set<Integer> different;
  for (const auto& [key, row] : table.rows) {
    if (row[column] <= 0) return std::nullopt;
    different.insert(row[column]);
    values.push_back(static_cast<double>(to_real(row[column])));
  }
  const auto [smallest, largest] = std::ranges::minmax(values);
  if (different.size() < min_values || !std::isfinite(largest)) return std::nullopt;
  const bool is_log = largest / smallest > 10;
  // For large numbers, the axis shows the factor before a power of ten.
  const int shift = is_log || largest < 1e5 ? 0 : static_cast<int>(std::log10(largest));
  const double unit = std::pow(10.0, shift);
  const auto place = [&](double value) { return is_log ? std::log10(value) : value / unit; };
  const auto bins = static_cast<std::size_t>(std::clamp(2 * std::cbrt(static_cast<double>(values.size())), 8.0, 30.0));
  const double width = (place(largest) - place(smallest)) / static_cast<double>(bins);
  std::vector<std::size_t> counts(bins);
  for (const double value : values) {
    const auto bin = static_cast<std::size_t>((place(value) - place(smallest)) / width);
    ++counts[std::min(bin, bins - 1)];
  }
  const std::string& head = table.columns[column];
  const std::string axis = shift == 0 ? file_part(head) : fmt::format("{} / 1e{}", file_part(head), shift);
  Figure figure{.name = fmt::format("{}_{}", name, file_part(head)),
                .label = fmt::format("Distribution of {} of {}", head, subject),
                .data = fmt::format("# {}{} (middle of the bin)  rows\n", is_log ? "log10 of " : "", axis),
                .height = 280};
  for (std::size_t bin = 0; bin < bins; ++bin) {
    figure.data += fmt::format("{:.8g} {}\n", place(smallest) + width * (static_cast<double>(bin) + 0.5), counts[bin]);
  }
  figure.plot = fmt::format(
      "set xlabel {} noenhanced\nset ylabel 'rows'\nset boxwidth {:.8g}\nset yrange [0:*]\nset xtics enhanced\n{}"
      "plot DATA using 1:2 with boxes lc rgb '#0072b2' fs solid 0.55 noborder notitle\n",
      quoted_label(axis), width * 0.92,
      is_log ? "set format x '10^{%g}'\nset xtics 1\n" : "set format x '%.4g'\nset xtics autofreq\n");
  figure.caption =
      fmt::format("<strong>{}</strong> of the {} rows of {}.", escaped(head), values.size(), escaped(subject));
  return figure;
}

}  // namespace

std::vector<Figure> table_figures(const ResultsDocument::FindingEntry& finding) {
  const auto& table = std::get<Table>(*finding.value);
  const Problem& problem = finding.who.problem;
  const std::string name = fmt::format("{}_{}", file_part(finding.name), file_part(to_string(problem)));
  const std::string subject = fmt::format("{} of {}", finding.name, problem_label(problem));
  std::vector<Figure> figures;
  if (table.rows.size() < min_rows || table.columns.size() > max_columns) return figures;
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    if (auto figure = histogram(table, column, name, subject)) figures.push_back(*std::move(figure));
  }
  return figures;
}

}  // namespace gridcensus::host::publish
