#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

/// More lines than this no page shows; the table has all.
constexpr std::size_t most_scores = 60;

std::vector<Score> widest(std::vector<Score> scores) {
  if (scores.size() <= most_scores) return scores;
  std::ranges::stable_sort(scores, std::greater<>{}, [](const Score& score) { return std::fabs(score.z); });
  scores.resize(most_scores);
  return scores;
}

}  // namespace

std::optional<Figure> score_figure(const std::vector<Score>& all) {
  if (all.empty()) return std::nullopt;
  double squares = 0;
  double greatest = 3;
  for (const Score& score : all) {
    squares += score.z * score.z;
    greatest = std::max(greatest, std::fabs(score.z));
  }
  const auto scores = widest(all);
  Figure figure{.name = "z_scores",
                .label = "Estimates against exact values, in standard errors",
                .data = "# z  place  p_value  estimate\n"};
  std::string ticks;
  for (std::size_t place = 0; place < scores.size(); ++place) {
    const auto& outcome = *scores[place].outcome;
    const std::string label = quoted_label(
        fmt::format("{} {} {}", to_string(outcome.who.problem), name_of(outcome.quantity), outcome.who.configuration));
    figure.data += fmt::format("{:.6g} {} {} {}\n", scores[place].z, place + 1,
                               scores[place].p_value ? data_number(*scores[place].p_value) : "NaN", label);
    ticks += fmt::format("{}{} {}", place == 0 ? "" : ", ", label, place + 1);
  }
  figure.height = std::max(200, 90 + 20 * static_cast<int>(scores.size()));
  figure.plot = fmt::format(
      "set xlabel 'standard errors off the exact value'\nset xrange [{0:.4g}:{1:.4g}]\nset yrange [{2}:0.3]\n"
      "set format x '%+g'\nset ytics ({3})\n"
      "set object 1 rectangle from -1.959964,graph 0 to 1.959964,graph 1 fs solid 0.14 noborder fc rgb '#6b6b6b' "
      "behind\n"
      "set arrow 1 from 0,graph 0 to 0,graph 1 nohead lw 1.6 lc rgb 'black'\n"
      "plot DATA using 1:2 with points pt 7 ps 1 lc rgb '#0072b2' title 'estimate', NaN with boxes fs solid 0.14 "
      "noborder lc "
      "rgb '#6b6b6b' title '95 of 100 lie here'\n",
      -1.15 * greatest, 1.15 * greatest, scores.size() + 1, ticks);
  const auto count = static_cast<double>(all.size());
  figure.caption = fmt::format(
      "<strong>Estimates against exact values.</strong> {} in standard errors{}. Of sound estimates the mean square is "
      "near 1; here it is {:.2f}.",
      all.size() == 1 ? "One estimate" : fmt::format("{} estimates", all.size()),
      scores.size() < all.size() ? fmt::format(", the {} farthest drawn", scores.size()) : "", squares / count);
  return figure;
}

}  // namespace gridcensus::host::publish
