#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace gridcensus::host::publish {

namespace {

/// The largest number of lines in the figure; the table has all scores.
constexpr std::size_t max_lines = 60;

/// The scores of runs that differ only in the seed, which share a line.
struct ScoreLine {
  std::string label;
  std::vector<const Score*> scores;

  double largest_z() const {
    double largest = 0;
    for (const Score* const score : scores) largest = std::max(largest, std::fabs(score->z));
    return largest;
  }
};

/// Returns the lines in the order of the scores, or only the farthest off if there are too many. Labels omit the parts
/// that all of them have in common.
std::vector<ScoreLine> score_lines(const std::vector<Score>& all) {
  std::set<Problem> problems;
  std::set<Quantity> quantities;
  for (const Score& score : all) {
    problems.insert(score.outcome->who.problem);
    quantities.insert(score.outcome->quantity);
  }
  std::vector<ScoreLine> lines;
  for (const Score& score : all) {
    std::string label;
    if (problems.size() > 1) label += to_string(score.outcome->who.problem) + " ";
    if (quantities.size() > 1) label += std::string{name_of(score.outcome->quantity)} + " ";
    label += without_seed(score.outcome->who.configuration);
    auto line = std::ranges::find(lines, label, &ScoreLine::label);
    if (line == lines.end()) line = lines.insert(line, {.label = label, .scores = {}});
    line->scores.push_back(&score);
  }
  if (lines.size() <= max_lines) return lines;
  std::ranges::stable_sort(lines, std::greater<>{}, &ScoreLine::largest_z);
  lines.resize(max_lines);
  return lines;
}

}  // namespace

std::optional<Figure> score_figure(const std::vector<Score>& all) {
  if (all.empty()) return std::nullopt;
  double squares = 0;
  double largest = 3;
  for (const Score& score : all) {
    squares += score.z * score.z;
    largest = std::max(largest, std::fabs(score.z));
  }
  const auto lines = score_lines(all);
  std::size_t drawn = 0;
  Figure figure{.name = "z_scores",
                .label = "Estimates against exact values, in standard errors",
                .data = "# z  place  p_value  estimate\n"};
  std::string ticks;
  for (std::size_t place = 0; place < lines.size(); ++place) {
    const std::string label = short_label(lines[place].label);
    for (const Score* const score : lines[place].scores) {
      figure.data +=
          fmt::format("{:.6g} {} {} {}\n", score->z, place + 1, score->p_value ? data_number(*score->p_value) : "NaN",
                      quoted_label(score->outcome->who.configuration));
      ++drawn;
    }
    ticks += fmt::format("{}{} {}", place == 0 ? "" : ", ", label, place + 1);
  }
  figure.height = std::max(200, 110 + 18 * static_cast<int>(lines.size()));
  figure.plot = fmt::format(
      "set xlabel 'off by [s.e.]'\nset xrange [{0:.4g}:{1:.4g}]\nset yrange [{2}:0.3]\n"
      "set format x '%g'\nset ytics ({3})\n"
      "set object 1 rectangle from -1.959964,graph 0 to 1.959964,graph 1 fs solid 0.14 noborder fc rgb '#6b6b6b' "
      "behind\n"
      "set arrow 1 from 0,graph 0 to 0,graph 1 nohead lw 1.6 lc rgb 'black'\n"
      "plot DATA using 1:2 with points pt 7 ps 1 lc rgb '#0072b2' notitle\n",
      -1.15 * largest, 1.15 * largest, lines.size() + 1, ticks);
  const auto count = static_cast<double>(all.size());
  figure.caption = fmt::format(
      "<strong>Estimates against exact values.</strong> {} in standard errors (s.e.){}. 95 of 100 "
      "lie in the grey band if the stated errors are right, and the mean square is near 1; here it is {:.2f}.",
      all.size() == 1 ? "One estimate" : fmt::format("{} estimates", all.size()),
      drawn < all.size() ? fmt::format(", the {} farthest drawn", drawn) : "", squares / count);
  return figure;
}

}  // namespace gridcensus::host::publish
