#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gridcensus::host::publish {

namespace {

using Run = ResultsDocument::Run;

/// Dots on a log axis: a line for each problem, a series for each configuration.
struct Dots {
  std::string data;
  std::string plot;
  std::vector<double> numbers;
};

template <class Number>
Dots dots_of(const ResultsDocument& document, const std::vector<Problem>& problems, const Number& number_of) {
  Dots dots;
  const auto configurations = configurations_of(document);
  std::size_t index = 0;
  for (std::size_t series = 0; series < configurations.size(); ++series) {
    std::string block;
    for (const Run& run : document.runs) {
      const std::optional<double> number = number_of(run);
      if (run.who.configuration != configurations[series] || !number || *number <= 0) continue;
      const auto place = std::ranges::find(problems, run.who.problem) - problems.begin() + 1;
      block += fmt::format("{:.6g} {} {}\n", *number, place, quoted_label(to_string(run.who.problem)));
      dots.numbers.push_back(*number);
    }
    if (block.empty()) continue;
    // Each series a little off the line, so that none hides another.
    const double shift = 0.5 * (static_cast<double>(series + 1) / static_cast<double>(configurations.size() + 1) - 0.5);
    dots.data += fmt::format("# {}\n{}\n\n", quoted_label(configurations[series]), block);
    dots.plot += fmt::format("{}DATA index {} using 1:($2+{:.3f}) with points pt {} ps 1 lc rgb '{}' title {}",
                             index == 0 ? "" : ", \\\n  ", index, shift, series_mark(series), series_colour(series),
                             quoted_label(configurations[series]));
    ++index;
  }
  return dots;
}

std::string problem_axis(const std::vector<Problem>& problems) {
  std::string ticks;
  for (std::size_t place = 0; place < problems.size(); ++place) {
    ticks += fmt::format("{}'{}' {}", place == 0 ? "" : ", ", problem_label(problems[place]), place + 1);
  }
  return fmt::format("set ytics ({})\nset yrange [{}.6:0.4]\n", ticks, problems.size());
}

int height_for(std::size_t lines, std::size_t keys) {
  return 110 + 30 * static_cast<int>(std::max<std::size_t>(lines, 3)) + 18 * static_cast<int>(keys / 4);
}

bool is_counted(const ResultsDocument& document, const Problem& problem, Quantity quantity) {
  return std::ranges::any_of(document.outcomes, [&](const auto& outcome) {
    return outcome.who.problem == problem && outcome.quantity == quantity;
  });
}

}  // namespace

std::vector<std::string> configurations_of(const ResultsDocument& document) {
  std::vector<std::string> names;
  for (const Run& run : document.runs) {
    if (std::ranges::find(names, run.who.configuration) == names.end()) names.push_back(run.who.configuration);
  }
  return names;
}

std::optional<std::uint64_t> samples_of(const ResultsDocument& document, const Run& run) {
  for (const auto* outcome : document.outcomes_of(run.who)) {
    if (const auto* const estimate = std::get_if<Estimate>(&outcome->outcome)) return estimate->samples;
  }
  return std::nullopt;
}

bool has_concluded(const Run& run) { return run.state == RunState::concluded; }

std::optional<Figure> time_figure(const ResultsDocument& document, const std::vector<PublishedTime>& times) {
  const auto problems = document.asked();
  auto dots = dots_of(document, problems,
                      [](const Run& run) { return has_concluded(run) ? std::optional{run.seconds} : std::nullopt; });
  if (dots.numbers.empty()) return std::nullopt;
  std::string published;
  for (const PublishedTime& time : times) {
    for (std::size_t place = 0; place < problems.size(); ++place) {
      const Problem& problem = problems[place];
      if (!is_time_of(time, problem, time.quantity) || !is_counted(document, problem, time.quantity)) continue;
      published += fmt::format("{:.6g} {} {}\n", time.seconds, place + 1, quoted_label(time.by));
      dots.numbers.push_back(time.seconds);
    }
  }
  const auto series = static_cast<std::size_t>(std::ranges::count(dots.data, '#'));
  if (!published.empty()) {
    dots.data += "# published\n" + published + "\n\n";
    dots.plot += fmt::format(
        ", \\\n  DATA index {} using 1:2 with points pt 3 ps 1.2 lw 1.5 lc rgb 'black' title 'published'", series);
  }
  Figure figure;
  figure.name = "times";
  figure.label = "Time of each strategy on each problem";
  figure.data = "# seconds  line  problem\n" + dots.data;
  figure.height = height_for(problems.size(), series);
  figure.plot = fmt::format("set xlabel 'seconds'\n{}{}plot {}\n", log_range("x", dots.numbers), problem_axis(problems),
                            dots.plot);
  figure.caption = fmt::format(
      "<strong>Time.</strong> Wall clock of each run in which a thread worked for it. Published times are of their own "
      "machines and years; the table has them with their sources.");
  return figure;
}

std::optional<Figure> rate_figure(const ResultsDocument& document) {
  const auto problems = document.asked();
  const auto dots = dots_of(document, problems, [&](const Run& run) -> std::optional<double> {
    if (!has_concluded(run) || run.seconds <= 0) return std::nullopt;
    return static_cast<double>(samples_of(document, run).value_or(run.units)) / run.seconds;
  });
  if (dots.numbers.empty()) return std::nullopt;
  Figure figure;
  figure.name = "rates";
  figure.label = "Units or samples a second of each strategy";
  figure.data = "# per second  line  problem\n" + dots.data;
  figure.height = height_for(problems.size(), configurations_of(document).size());
  figure.plot = fmt::format("set xlabel 'units or samples a second'\n{}{}plot {}\n", log_range("x", dots.numbers),
                            problem_axis(problems), dots.plot);
  figure.caption = fmt::format(
      "<strong>Rate.</strong> Samples a second where a strategy samples, else units of work. Units are of different "
      "sizes, so that rates tell of one strategy along problems and not of one strategy beside another.");
  return figure;
}

std::optional<Figure> unit_time_figure(const ResultsDocument& document) {
  constexpr std::size_t most_runs = 40;
  std::vector<double> numbers;
  std::string ticks;
  Figure figure;
  figure.name = "unit_times";
  figure.label = "How long the units of each run took";
  figure.data = "# least  10%  median  90%  greatest  line  run\n";
  std::size_t lines = 0;
  bool is_cut = false;
  for (const Run& run : document.runs) {
    if (!run.unit_seconds) continue;
    const auto& quantiles = run.unit_seconds->quantiles;
    if (quantiles.front() <= 0 || quantiles.front() == quantiles.back()) continue;
    is_cut = lines == most_runs;
    if (is_cut) break;
    ++lines;
    const std::string label = quoted_label(to_string(run.who.problem) + " " + run.who.configuration);
    figure.data += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {} {}\n", quantiles[0], quantiles[1], quantiles[5],
                               quantiles[9], quantiles[10], lines, label);
    ticks += fmt::format("{}{} {}", lines == 1 ? "" : ", ", label, lines);
    numbers.insert(numbers.end(), {quantiles.front(), quantiles.back()});
  }
  if (lines == 0) return std::nullopt;
  figure.height = std::max(200, 100 + 20 * static_cast<int>(lines));
  figure.plot = fmt::format(
      "set xlabel 'seconds a unit'\n{}set ytics ({})\nset yrange [{}.6:0.4]\n"
      "plot DATA using 1:6:($5-$1):(0) with vectors nohead lw 1 lc rgb '#6b6b6b' title 'all', DATA using "
      "2:6:($4-$2):(0) with vectors nohead lw 5 lc rgb '#56b4e9' title 'eight of ten', DATA using 3:6 with points pt 7 "
      "ps "
      "0.9 lc rgb '#0072b2' title 'median'\n",
      log_range("x", numbers), ticks, lines);
  figure.caption =
      fmt::format("<strong>Units.</strong> How long the units of each run took, from the quickest to the slowest.{}",
                  is_cut ? fmt::format(" The first {} are drawn; the table has all.", most_runs) : "");
  return figure;
}

}  // namespace gridcensus::host::publish
