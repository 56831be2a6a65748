#include "host/publish/dots.hpp"
#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/report/sweep_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace gridcensus::host::publish {

namespace {

using Run = ResultsDocument::Run;

std::string cut_note(const Figure& figure) {
  return figure.is_cut ? " The first lines are drawn; the table has all." : "";
}

bool is_counted(const ResultsDocument& document, const Problem& problem, Quantity quantity) {
  return std::ranges::any_of(document.outcomes, [&](const auto& outcome) {
    return outcome.who.problem == problem && outcome.quantity == quantity;
  });
}

/// Returns the figure of dots with its name, description and caption; nullopt if there is none.
std::optional<Figure> described(std::optional<Figure> figure, std::string name, std::string label,
                                const std::string& caption) {
  if (!figure) return std::nullopt;
  figure->name = std::move(name);
  figure->label = std::move(label);
  figure->caption = caption + cut_note(*figure);
  return figure;
}

}  // namespace

std::optional<std::uint64_t> samples_of(const ResultsDocument& document, const Run& run) {
  for (const auto* outcome : document.outcomes_of(run.who)) {
    if (const auto* const estimate = std::get_if<Estimate>(&outcome->outcome)) return estimate->samples;
  }
  return std::nullopt;
}

std::optional<double> inefficiency_of(const ResultsDocument& document, const Run& run) {
  for (const auto* outcome : document.outcomes_of(run.who)) {
    const auto* const estimate = std::get_if<Estimate>(&outcome->outcome);
    if (estimate != nullptr) return inefficiency(estimate->value, estimate->standard_error, run.seconds);
  }
  return std::nullopt;
}

bool has_concluded(const Run& run) { return run.state == RunState::concluded; }

std::optional<Figure> time_figure(const ResultsDocument& document, const std::vector<PublishedTime>& times) {
  const auto problems = document.asked();
  std::vector<Dot> dots;
  for (const Run& run : document.runs) {
    if (has_concluded(run)) dots.push_back({run.who.problem, base_of(run.who.configuration), run.seconds});
  }
  if (dots.empty()) return std::nullopt;
  for (const PublishedTime& time : times) {
    for (const Problem& problem : problems) {
      if (!is_time_of(time, problem, time.quantity) || !is_counted(document, problem, time.quantity)) continue;
      dots.push_back({problem, "published", time.seconds});
    }
  }
  return described(
      dot_figure(problems, std::move(dots), "seconds"), "times", "Time of each strategy on each problem",
      "<strong>Time.</strong> Wall clock of each run in which a thread worked for it. Published times are of their own "
      "machines and years; the table has them with their sources.");
}

std::optional<Figure> rate_figure(const ResultsDocument& document) {
  std::vector<Dot> dots;
  for (const Run& run : document.runs) {
    if (!has_concluded(run) || run.seconds <= 0) continue;
    const auto count = static_cast<double>(samples_of(document, run).value_or(run.units));
    dots.push_back({run.who.problem, base_of(run.who.configuration), count / run.seconds});
  }
  return described(
      dot_figure(document.asked(), std::move(dots), "units or samples a second"), "rates",
      "Units or samples a second of each strategy",
      "<strong>Rate.</strong> Samples a second if a strategy samples, else units of work. Units are of different "
      "sizes, so rates compare the problems of one strategy, and not one strategy with another.");
}

std::optional<Figure> efficiency_figure(const ResultsDocument& document) {
  std::vector<Dot> dots;
  std::set<std::pair<Problem, std::string>> bases;
  for (const Run& run : document.runs) {
    const auto value = inefficiency_of(document, run);
    if (!value) continue;
    dots.push_back({run.who.problem, base_of(run.who.configuration), *value});
    bases.emplace(run.who.problem, run.who.configuration);
  }
  // A single dot cannot be compared.
  if (bases.size() < 2) return std::nullopt;
  return described(
      dot_figure(document.asked(), std::move(dots), "relative error^2 x seconds"), "efficiency",
      "Efficiency of each strategy that samples: squared relative error times seconds",
      "<strong>Efficiency.</strong> The square of the relative standard error, times the seconds of the run: the time "
      "for a relative error of 1. It does not depend on the number of samples; smaller is better.");
}

std::optional<Figure> unit_time_figure(const ResultsDocument& document) {
  constexpr std::size_t max_runs = 40;
  std::vector<double> numbers;
  std::string ticks;
  Figure figure;
  figure.name = "unit_times";
  figure.label = "Times of the units of each run";
  figure.data = "# shortest  10%  median  90%  longest  line  run\n";
  std::size_t lines = 0;
  bool is_cut = false;
  for (const Run& run : document.runs) {
    if (!run.unit_seconds) continue;
    const auto& quantiles = run.unit_seconds->quantiles;
    if (quantiles.front() <= 0 || quantiles.front() == quantiles.back()) continue;
    is_cut = lines == max_runs;
    if (is_cut) break;
    ++lines;
    const std::string label = short_label(to_string(run.who.problem) + " " + run.who.configuration);
    figure.data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {} {}\n", quantiles[0], quantiles[1], quantiles[5],
                               quantiles[9], quantiles[10], lines, label);
    ticks += fmt::format("{}{} {}", lines == 1 ? "" : ", ", label, lines);
    numbers.insert(numbers.end(), {quantiles.front(), quantiles.back()});
  }
  if (lines == 0) return std::nullopt;
  figure.height = std::max(200, 110 + 18 * static_cast<int>(lines));
  figure.plot = fmt::format(
      "set xlabel 'seconds a unit'\n{}set ytics ({})\nset yrange [{}.6:0.4]\n"
      "plot DATA using 1:6:($5-$1):(0) with vectors nohead lw 1 lc rgb '#6b6b6b' notitle, DATA using "
      "2:6:($4-$2):(0) with vectors nohead lw 5 lc rgb '#56b4e9' notitle, DATA using 3:6 with points pt 7 ps 0.9 lc "
      "rgb "
      "'#0072b2' notitle\n",
      log_range("x", numbers), ticks, lines);
  figure.caption = fmt::format(
      "<strong>Units.</strong> Times of the units of each run: thin lines show all of them, thick lines the middle "
      "eight of "
      "ten, dots the median.{}",
      is_cut ? fmt::format(" The first {} are drawn; the table has all.", max_runs) : "");
  return figure;
}

}  // namespace gridcensus::host::publish
