#include "host/publish/figures.hpp"
#include "host/publish/html.hpp"
#include "host/publish/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gridcensus::host::publish {

namespace {

using Run = ResultsDocument::Run;

/// With fewer samples, the interval of an estimate is Student's in name only.
constexpr std::uint64_t few_samples = 100;
/// With fewer samples that carry the spread, a few large ones dominate it.
constexpr Real few_spread_samples = 30;

std::string pairs_html(const std::map<std::string, std::string>& pairs) {
  std::string html;
  for (const auto& [name, value] : pairs) {
    html += fmt::format("{}{}={}", html.empty() ? "" : ", ", escaped(name), escaped(value));
  }
  return html;
}

std::string who_html(const ResultsDocument::Who& who) {
  return fmt::format("{} on {}", escaped(who.configuration), problem_html(who.problem));
}

std::string estimate_warning(const ResultsDocument::OutcomeEntry& outcome, const Estimate& estimate) {
  std::string html;
  const std::string what = fmt::format("{} by {}", name_of(outcome.quantity), who_html(outcome.who));
  if (estimate.samples < few_samples) {
    html += fmt::format("<li><strong>Few samples:</strong> {} rests on {}.</li>\n", what, estimate.samples);
  }
  if (estimate.tail && estimate.tail->spread_samples < few_spread_samples) {
    html += fmt::format("<li><strong>Heavy tail:</strong> the spread of {} rests on {} of {} samples.</li>\n", what,
                        real_html(estimate.tail->spread_samples, 3), integer_html(Integer{estimate.samples}));
  }
  if (estimate.tail && estimate.tail->half_gap > 3) {
    html += fmt::format(
        "<li><strong>Halves apart:</strong> two halves of the samples of {} differ by {} standard "
        "errors.</li>\n",
        what, real_html(estimate.tail->half_gap, 3));
  }
  return html;
}

/// Returns published times for the quantities that these runs count, fastest first.
std::string published_times_html(const ResultsDocument& document, const std::vector<PublishedTime>& times) {
  HtmlTable table{{"problem", "quantity", "published by", "machine", "time", "here, best", "source"}};
  for (const PublishedTime& time : times) {
    std::optional<double> best;
    for (const auto& outcome : document.outcomes) {
      const bool fits = is_time_of(time, outcome.who.problem, outcome.quantity) &&
                        std::holds_alternative<Exact>(outcome.outcome) && !outcome.follows_from;
      if (fits && (!best || outcome.seconds < *best)) best = outcome.seconds;
    }
    if (!best) continue;
    const std::string source = time.url.empty() ? escaped(time.source)
                                                : fmt::format(R"(<a href="{}" rel="noreferrer">{}</a>)",
                                                              escaped(time.url), escaped(time.source));
    table.add({{.html = problem_html(time.problem), .kind = "head"},
               {.html = name_html(name_of(time.quantity))},
               {.html = escaped(time.by)},
               {.html = escaped(time.machine)},
               {.html = seconds_html(time.seconds) + (time.clock == "processor" ? " of processors" : ""),
                .key = fmt::format("{:.9g}", time.seconds),
                .kind = "number"},
               {.html = seconds_html(*best), .key = fmt::format("{:.9g}", *best), .kind = "number"},
               {.html = source}});
  }
  if (table.is_empty()) return {};
  return "<h3>Published times</h3>\n<p class=\"small\">Keys: docs/mathematics.md, Bibliography.</p>\n" + table.html();
}

std::string unit_times_html(const Run& run) {
  if (!run.unit_seconds) return {};
  const auto& quantiles = run.unit_seconds->quantiles;
  if (quantiles.front() == quantiles.back()) return seconds_html(quantiles.front());
  return fmt::format("{} / {} / {}", seconds_html(quantiles[0]), seconds_html(quantiles[5]),
                     seconds_html(quantiles[10]));
}

}  // namespace

std::string warnings_html(const ResultsDocument& document) {
  std::string html;
  if (!document.storage_error.empty()) {
    html += "<li><strong>Storage:</strong> " + escaped(document.storage_error) + "</li>\n";
  }
  for (const Run& run : document.runs) {
    if (run.state == RunState::concluded || run.state == RunState::part_done || run.state == RunState::deferred)
      continue;
    html += fmt::format("<li><strong>{}:</strong> {}{}</li>\n", name_of(run.state), who_html(run.who),
                        run.message.empty() ? "" : ": " + escaped(run.message));
  }
  std::size_t exact = 0;
  std::size_t recounted = 0;
  for (const auto& outcome : document.outcomes) {
    if (const auto* estimate = std::get_if<Estimate>(&outcome.outcome)) html += estimate_warning(outcome, *estimate);
    if (const auto* unfinished = std::get_if<Unfinished>(&outcome.outcome)) {
      html += fmt::format("<li><strong>Unfinished:</strong> {} by {}: {}</li>\n", name_of(outcome.quantity),
                          who_html(outcome.who), escaped(unfinished->reason));
    }
    if (!std::holds_alternative<Exact>(outcome.outcome) || outcome.follows_from) continue;
    ++exact;
    if (outcome.recounted_units > 0) ++recounted;
  }
  for (const auto& verdict : document.verdicts) {
    const bool is_contested = !verdict.left.contested_by.empty() || !verdict.right.contested_by.empty();
    if (!is_contested || verdict.verdict != Verdict::not_comparable) continue;
    html +=
        fmt::format("<li><strong>Contested:</strong> {}: {}</li>\n", escaped(verdict.subject), escaped(verdict.note));
  }
  if (exact > recounted) {
    html += fmt::format(
        "<li><strong>Not recounted:</strong> no unit of {} of {} exact values was recounted (<code>run "
        "--recount</code> or <code>verify --recount</code> does).</li>\n",
        exact - recounted, exact);
  }
  return html.empty() ? "" : "<ul>\n" + html + "</ul>\n";
}

std::string times_html(const ResultsDocument& document, const std::vector<PublishedTime>& times) {
  const bool has_units =
      std::ranges::any_of(document.runs, [](const Run& run) { return run.unit_seconds.has_value(); });
  std::vector<std::string> heads{"problem", "configuration", "state",    "time",
                                 "units",   "samples",       "a second", "error after 1 s"};
  if (has_units) heads.emplace_back("unit: shortest / median / longest");
  HtmlTable table{heads};
  for (const Run& run : document.runs) {
    const auto samples = samples_of(document, run);
    const double rate = run.seconds > 0 ? static_cast<double>(samples.value_or(run.units)) / run.seconds : 0;
    Cell error{.html = "", .kind = "number"};
    for (const auto* outcome : document.outcomes_of(run.who)) {
      const auto* const estimate = std::get_if<Estimate>(&outcome->outcome);
      if (estimate == nullptr || estimate->value == 0) continue;
      const Real one_second = std::fabs(estimate->standard_error / estimate->value) * std::sqrt(Real{run.seconds});
      error = {.html = percent_html(one_second), .key = to_decimal(one_second), .kind = "number"};
      break;
    }
    std::vector<Cell> row{
        {.html = problem_html(run.who.problem), .kind = "head"},
        {.html = name_html(run.who.configuration)},
        {.html = std::string{name_of(run.state)} + (run.reused ? ", from the ledger" : "")},
        {.html = seconds_html(run.seconds), .key = fmt::format("{:.9g}", run.seconds), .kind = "number"},
        {.html = integer_html(Integer{run.units}), .kind = "number"},
        {.html = samples ? integer_html(Integer{*samples}) : "", .kind = "number"},
        {.html = rate > 0 ? real_html(rate, 3) : "", .key = fmt::format("{:.9g}", rate), .kind = "number"},
        error};
    if (has_units) row.push_back({.html = unit_times_html(run), .kind = "number"});
    table.add(row);
  }
  if (table.is_empty()) return {};
  return published_times_html(document, times) + "<h3>Every run</h3>\n" + table.html();
}

std::string refusals_html(const ResultsDocument& document) {
  HtmlTable table{{"configuration", "problem", "reason"}};
  for (const auto& refusal : document.not_applicable) {
    table.add({{.html = name_html(refusal.who.configuration)},
               {.html = problem_html(refusal.who.problem), .kind = "head"},
               {.html = escaped(refusal.reason)}});
  }
  if (table.is_empty()) return {};
  return details_html(fmt::format("Not applicable, with reasons ({})", table.rows()), table.html());
}

std::string provenance_html(const ResultsDocument& document) {
  std::string html = "<dl>\n";
  const auto line = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
  };
  line("experiment", document.file);
  line("its SHA-256", document.sha256);
  line("seed", fmt::format("{}", fmt::join(document.seeds, ", ")));
  for (const auto& each : document.overrides) line("over the file", each);
  line("confidence", fmt::format("{:g}", document.confidence));
  for (const auto& [name, value] : document.produced.members()) line(std::string{name}, value);
  for (const auto& [name, whose] : document.programs()) line("program " + name, whose);
  line("exit code", std::to_string(static_cast<int>(document.exit)));
  html += "</dl>\n";
  HtmlTable table{{"problem", "configuration", "strategy", "parameters", "inputs", "plugin SHA-256"}};
  for (const Run& run : document.runs) {
    table.add({{.html = problem_html(run.who.problem), .kind = "head"},
               {.html = name_html(run.who.configuration)},
               {.html = escaped(run.who.strategy + " " + run.version)},
               {.html = pairs_html(run.parameters)},
               {.html = pairs_html(run.inputs)},
               {.html = "<code>" + escaped(run.plugin_sha256) + "</code>", .kind = "hash"}});
  }
  if (table.is_empty()) return html;
  return html + details_html(fmt::format("Every run with its parameters and plugin ({})", table.rows()), table.html());
}

}  // namespace gridcensus::host::publish
