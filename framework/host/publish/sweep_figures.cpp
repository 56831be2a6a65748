#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host::publish {

namespace {

std::string sweep_subject(const SweepTable& table) {
  return fmt::format("{} of {}", name_of(table.quantity), problem_label(table.problem));
}

/// Returns the runs by their combination of parameters: those of one combination differ in the seed.
std::map<std::vector<std::size_t>, std::vector<const SweepPoint*>> points_by_parameters(const SweepTable& table) {
  const std::size_t axes = table.axes.size() - (table.has_seeds() ? 1 : 0);
  std::map<std::vector<std::size_t>, std::vector<const SweepPoint*>> groups;
  for (const SweepPoint& point : table.points) {
    groups[{point.at.begin(), point.at.begin() + static_cast<std::ptrdiff_t>(axes)}].push_back(&point);
  }
  return groups;
}

/// Returns "samples=1000, mode=sharp", without the axis that is already in the picture.
std::string parameters_text(const SweepTable& table, const SweepPoint& point, std::size_t without) {
  std::string text;
  for (std::size_t axis = 0; axis < table.axes.size(); ++axis) {
    if (axis == without || table.axes[axis].name == "seed") continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", table.axes[axis].name, table.value_at(point, axis));
  }
  return text;
}

std::size_t axis_named(const SweepTable& table, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(table.axes, name, &SweepAxis::name) - table.axes.begin());
}

}  // namespace

std::optional<Figure> error_figure(const std::vector<const SweepTable*>& tables) {
  struct Series {
    std::map<double, std::vector<double>> errors;  // by samples, the claimed error of each run
    std::vector<std::pair<double, double>> misses;
  };
  std::vector<std::string> names;
  std::vector<Series> all;
  std::vector<double> samples;
  std::vector<double> numbers;
  for (const SweepTable* const table : tables) {
    const std::size_t by_samples = axis_named(*table, "samples");
    for (const SweepPoint& point : table->points) {
      const Estimate* const estimate = point.estimate();
      if (estimate == nullptr || estimate->value == 0 || !(estimate->standard_error > 0)) continue;
      const std::string others = parameters_text(*table, point, by_samples);
      const std::string name = table->configuration + (others.empty() ? "" : " " + others);
      const auto place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      if (place == names.size()) {
        names.push_back(name);
        all.emplace_back();
      }
      const auto count = static_cast<double>(estimate->samples);
      const auto error = static_cast<double>(estimate->standard_error / std::fabs(estimate->value));
      samples.push_back(count);
      numbers.push_back(error);
      all[place].errors[count].push_back(error);
      if (!point.score) continue;
      const auto truth = to_real(point.score->truth);
      const auto miss = static_cast<double>(std::fabs(estimate->value / truth - 1));
      if (miss > 0) all[place].misses.emplace_back(count, miss);
      if (miss > 0) numbers.push_back(miss);
    }
  }
  if (samples.empty()) return std::nullopt;
  const auto [smallest, largest] = std::ranges::minmax(samples);
  constexpr double min_factor = 1.5;
  if (largest < min_factor * smallest) return std::nullopt;
  const SweepTable& first = *tables.front();
  Figure figure{.name = fmt::format("error_{}_{}", name_of(first.quantity), file_part(to_string(first.problem))),
                .label = "Error against samples: " + sweep_subject(first),
                .data = "# samples  relative standard error (mean of the seeds)\n"};
  std::string misses;
  std::string plot;
  std::size_t index = 0;
  bool has_misses = false;
  const std::size_t shown = std::min(names.size(), max_series);
  for (std::size_t series = 0; series < shown; ++series) {
    figure.data += fmt::format("# {}\n", quoted_label(names[series]));
    for (const auto& [count, errors] : all[series].errors) {
      double mean = 0;
      for (const double error : errors) mean += error / static_cast<double>(errors.size());
      figure.data += fmt::format("{:.9g} {:.6g}\n", count, mean);
    }
    figure.data += "\n\n";
    plot += fmt::format("DATA index {} using 1:2 with linespoints lw 2 pt {} ps 0.9 lc rgb '{}' title {}, \\\n  ",
                        index++, series_mark(series), series_colour(series), short_label(names[series]));
    if (all[series].misses.empty()) continue;
    figure.data += fmt::format("# {}: how far each run is off the exact value\n", quoted_label(names[series]));
    for (const auto& [count, miss] : all[series].misses) figure.data += fmt::format("{:.9g} {:.6g}\n", count, miss);
    figure.data += "\n\n";
    misses += fmt::format("DATA index {} using 1:2 with points pt 6 ps 0.7 lw 1 lc rgb '{}' notitle, \\\n  ", index++,
                          series_colour(series));
    has_misses = true;
  }
  // The line goes through the first point of the first series.
  const auto& [from, at_first] = *all.front().errors.begin();
  const double height = at_first.front() * std::sqrt(from);
  figure.plot = fmt::format(
      "set xlabel 'samples'\nset ylabel 'relative error'\n{}{}plot {}{}{:.6g}/sqrt(x) with lines dt 2 lw 1.4 lc rgb "
      "'black' title 'n^(-1/2)'\n",
      log_range("x", samples), log_range("y", numbers), misses, plot, height);
  figure.caption = fmt::format(
      "<strong>Error against samples, {}.</strong> Lines: the relative standard error, the mean of the seeds.{} An "
      "error "
      "that falls like the broken line halves with four times the samples.{}",
      escaped(sweep_subject(first)),
      has_misses ? " Circles: by how much each run is off the exact value; about a third lie above their line." : "",
      names.size() > shown ? fmt::format(" The first {} of {} series are drawn.", shown, names.size()) : "");
  return figure;
}

std::optional<Figure> deviation_figure(const SweepTable& table) {
  const bool has_scores =
      std::ranges::any_of(table.points, [](const SweepPoint& point) { return point.score.has_value(); });
  if (!has_scores) return std::nullopt;
  const SweepAxis& across = table.axes.front();
  const bool is_by_seed = table.axes.size() == 1 && table.has_seeds();
  std::vector<std::string> names;
  std::vector<std::string> blocks;
  double largest = 3;
  for (const auto& [parameters, points] : points_by_parameters(table)) {
    for (std::size_t place = 0; place < points.size(); ++place) {
      const SweepPoint& point = *points[place];
      if (!point.score) continue;
      const std::string name = parameters_text(table, point, 0);
      const auto series = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      if (series == names.size()) {
        names.push_back(name);
        blocks.emplace_back();
      }
      // The seeds are side by side around the position of their parameter.
      const double within =
          is_by_seed ? 0 : 0.7 * ((static_cast<double>(place) + 0.5) / static_cast<double>(points.size()) - 0.5);
      const std::string seed = table.has_seeds() ? table.value_at(point, table.axes.size() - 1) : "";
      blocks[series] += fmt::format("{:.4g} {:.6g} {}\n", static_cast<double>(point.at.front()) + 1 + within,
                                    point.score->z, quoted_label(seed));
      largest = std::max(largest, std::fabs(point.score->z));
    }
  }
  Figure figure{.name = fmt::format("deviation_{}_{}_{}", file_part(table.configuration), name_of(table.quantity),
                                    file_part(to_string(table.problem))),
                .label = fmt::format("Deviation of each run of {}: {}", table.configuration, sweep_subject(table)),
                .data = fmt::format("# place of {}  standard errors off the exact value  seed\n", across.name),
                .height = 280};
  std::string plot;
  const std::size_t shown = std::min(names.size(), max_series);
  for (std::size_t series = 0; series < shown; ++series) {
    figure.data += blocks[series] + "\n\n";
    const std::string title = names[series].empty() ? "notitle" : "title " + short_label(names[series]);
    plot += fmt::format("{}DATA index {} using 1:2 with points pt {} ps 0.9 lc rgb '{}' {}",
                        series == 0 ? "" : ", \\\n  ", series, series_mark(series), series_colour(series), title);
  }
  std::string ticks;
  const std::size_t step = across.values.size() / 12 + 1;
  for (std::size_t place = 0; place < across.values.size(); place += step) {
    ticks += fmt::format("{}{} {}", place == 0 ? "" : ", ", short_label(across.values[place], 12), place + 1);
  }
  figure.plot = fmt::format(
      "set xlabel {} noenhanced\nset ylabel 'off by [s.e.]'\nset xrange [0.4:{}.6]\nset yrange [{:.4g}:{:.4g}]\n"
      "set xtics noenhanced ({})\nset format y '%g'\n"
      "set object 1 rectangle from graph 0,first -1.959964 to graph 1,first 1.959964 fs solid 0.14 noborder fc rgb "
      "'#6b6b6b' behind\nset arrow 1 from graph 0,first 0 to graph 1,first 0 nohead lw 1.4 lc rgb 'black'\nplot {}\n",
      quoted_label(across.name), across.values.size(), -1.1 * largest, 1.1 * largest, ticks, plot);
  figure.caption = fmt::format(
      "<strong>{}: {}, {} by seed.</strong> How far each run is off the exact value, in its own standard errors "
      "(s.e.){}. "
      "95 of 100 lie in the grey band if the stated errors are right.",
      escaped(table.configuration), escaped(sweep_subject(table)), escaped(across.name),
      is_by_seed || !table.has_seeds() ? "" : "; the seeds are side by side");
  return figure;
}

}  // namespace gridcensus::host::publish
