#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

/// An estimate after some number of samples, in percent of the reference.
struct Point {
  std::uint64_t samples = 0;
  double deviation = 0;
  double error = 0;
};

std::vector<Checkpoint> checkpoints_of(const Estimate& estimate) {
  if (!estimate.convergence.empty()) return estimate.convergence;
  return {{estimate.samples, estimate.value, estimate.standard_error}};
}

std::vector<Point> points_of(const Estimate& estimate, Real reference) {
  std::vector<Point> points;
  for (const auto& [samples, value, standard_error] : checkpoints_of(estimate)) {
    if (samples == 0) continue;
    points.push_back({samples, static_cast<double>((value / reference - 1) * 100),
                      static_cast<double>(standard_error / reference * 100)});
  }
  return points;
}

/// Returns tick marks on both sides of zero, as many as can be distinguished: powers of ten of a percent, then fives
/// and twos.
std::string deviation_ticks(double scale, double largest) {
  const auto place = [&](double percent) { return std::asinh(percent / scale); };
  const double apart = 0.17 * place(largest);
  std::vector<double> marks{0};
  const int last = static_cast<int>(std::floor(std::log10(largest)));
  for (const double leading : {1.0, 5.0, 2.0}) {
    for (int exponent = last; exponent > last - 8; --exponent) {
      const double percent = leading * std::pow(10.0, exponent);
      const bool is_clear =
          std::ranges::all_of(marks, [&](double mark) { return std::fabs(place(mark) - place(percent)) >= apart; });
      if (percent <= largest && is_clear) marks.push_back(percent);
    }
  }
  std::string ticks = "'0' 0";
  for (const double percent : marks) {
    if (percent > 0) ticks += fmt::format(", '+{0:g} %%' f({0:g}), '−{0:g} %%' f(-{0:g})", percent);
  }
  return ticks;
}

/// Returns "5.9629 × 10⁹⁸" with raised characters: legends cannot raise text by markup, because names have underscores.
std::string exponent_label(Real value) {
  constexpr std::array<std::string_view, 10> raised{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string text = fmt::format("{:.4e}", value);
  const auto e = text.find('e');
  std::string label = text.substr(0, e) + " × 10";
  for (const char digit : std::to_string(std::stoi(text.substr(e + 1)))) {
    label += digit == '-' ? "⁻" : raised.at(static_cast<std::size_t>(digit - '0'));
  }
  return label;
}

std::string reference_text(const EstimateGroup& group) {
  if (!group.truth) {
    return fmt::format("the last estimate of {}", escaped(group.most_precise().who.configuration));
  }
  const std::string from = group.truth->from_kind == OriginKind::run
                               ? "counted exactly by " + escaped(group.truth->from)
                               : escaped(group.truth->from);
  return fmt::format("the exact value, {}", from);
}

std::string reference_html(const EstimateGroup& group) {
  constexpr int max_whole_truth = 10'000'000;
  const bool is_short = group.truth && group.truth->truth < max_whole_truth;
  return is_short ? integer_html(group.truth->truth) : real_html(group.reference(), 5);
}

}  // namespace

std::optional<Figure> convergence_figure(const EstimateGroup& group) {
  const bool shows_a_way = std::ranges::any_of(group.estimates, [](const auto* estimate) {
    return std::get<Estimate>(estimate->outcome).convergence.size() > 1;
  });
  if (!shows_a_way) return std::nullopt;
  const Real reference = group.reference();
  Figure figure;
  figure.name = fmt::format("convergence_{}_{}", name_of(group.quantity()), file_part(to_string(group.problem())));
  figure.data =
      fmt::format("# deviation from {}\n# samples  deviation [%]  standard error [%]\n", exponent_label(reference));
  std::vector<double> samples;
  std::vector<double> last_errors;
  double largest = 0;
  std::string bands;
  std::string lines;
  // If there are more estimates than the legend has room for, they share the colour and the entry of their strategy.
  const bool is_crowded = group.estimates.size() > max_series;
  std::vector<std::string> names;
  for (std::size_t index = 0; index < group.estimates.size(); ++index) {
    const auto& outcome = *group.estimates[index];
    const auto points = points_of(std::get<Estimate>(outcome.outcome), reference);
    const std::string own_name = name_in_group(outcome, group);
    figure.data += fmt::format("# {}\n", quoted_label(own_name));
    for (const Point& point : points) {
      figure.data += fmt::format("{} {:.8g} {:.8g}\n", point.samples, point.deviation, point.error);
      samples.push_back(static_cast<double>(point.samples));
      largest = std::max(largest, std::fabs(point.deviation) + 2 * point.error);
    }
    if (!points.empty() && points.back().error > 0) last_errors.push_back(points.back().error);
    figure.data += "\n\n";
    const std::string name = is_crowded ? base_of(own_name) : own_name;
    const auto series = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    const bool is_new = series == names.size();
    if (is_new) names.push_back(name);
    const auto colour = series_colour(series);
    if (!is_crowded) {
      bands += fmt::format(
          "DATA index {0} using 1:(f($2-2*$3)):(f($2+2*$3)) with filledcurves fs transparent solid 0.16 noborder lc "
          "rgb "
          "'{1}' notitle, \\\n  DATA index {0} using 1:(f($2-$3)):(f($2+$3)) with filledcurves fs transparent solid "
          "0.16 noborder lc rgb '{1}' notitle, \\\n  ",
          index, colour);
    }
    const std::string_view style = points.size() > 1 ? "linespoints" : is_crowded ? "points" : "yerrorbars";
    const std::string_view columns =
        points.size() > 1 || is_crowded ? "1:(f($2))" : "1:(f($2)):(f($2-2*$3)):(f($2+2*$3))";
    const bool has_entry = is_new && series < max_series;
    lines += fmt::format("DATA index {} using {} with {} lw {} pt {} ps {} lc rgb '{}' {}, \\\n  ", index, columns,
                         style, is_crowded ? "1" : "2", series_mark(series), is_crowded ? "0.5" : "0.7", colour,
                         has_entry ? "title " + short_label(name) : "notitle");
  }
  // Linear up to the geometric mean of the smallest error and the largest, so the former is visible and the latter not
  // stretched.
  double scale = largest > 0 ? largest / 100 : 1e-6;
  if (!last_errors.empty()) {
    const auto [smallest, largest_error] = std::ranges::minmax(last_errors);
    scale = std::sqrt(smallest * largest_error);
  }
  std::string others;
  double farthest = largest;
  for (const auto* approximation : group.approximations) {
    const Real value = std::get<Approximation>(approximation->outcome).value;
    const auto deviation = static_cast<double>((value / reference - 1) * 100);
    // A point that is far off would leave no room for those that converge.
    if (std::fabs(deviation) > 2 * largest) continue;
    farthest = std::max(farthest, std::fabs(deviation));
    others += fmt::format("f({:.8g}) with lines dt 3 lw 1.5 lc rgb '#6b6b6b' title {}, \\\n  ", deviation,
                          short_label("approximation: " + approximation->who.configuration, 44));
  }
  figure.plot = fmt::format(
      "f(x) = asinh(x / {:.6g})\nset xlabel 'samples'\nset ylabel 'deviation'\n{}set yrange [f({:.6g}):f({:.6g})]\n"
      "set ytics ({})\nset key noenhanced\nplot {}{}{}0 with lines lw 1.6 lc rgb 'black'{} title '{}'\n",
      scale, log_range("x", samples), -1.15 * farthest, 1.15 * farthest, deviation_ticks(scale, farthest), bands,
      others, lines, group.truth ? "" : " dt 2",
      (group.truth ? "exact: " : "last estimate: ") + exponent_label(reference));
  const std::string subject = fmt::format("{} of {}", name_of(group.quantity()), problem_label(group.problem()));
  figure.label = fmt::format("Convergence of the estimates of {}", subject);
  figure.caption = fmt::format(
      "<strong>{} of {}.</strong> Deviation from {}, {}, after so many samples{}. The scale is linear near zero and "
      "logarithmic beyond.",
      name_of(group.quantity()), problem_html(group.problem()), reference_text(group), reference_html(group),
      is_crowded ? ", a line for each run" : ", with bands of one and two standard errors");
  return figure;
}

}  // namespace gridcensus::host::publish
