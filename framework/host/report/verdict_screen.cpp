#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

constexpr std::size_t narrowest = 40;
/// Where a screen is longer than this, its first line may be out of sight.
constexpr std::size_t one_page = 45;
/// Text is hard to read in longer lines, however wide the terminal is.
constexpr std::size_t widest_text = 100;

std::set<std::string> strategies_of(const Document& document) {
  std::set<std::string> strategies;
  for (const auto& run : document.runs) strategies.insert(run.who.strategy);
  return strategies;
}

std::string problems_text(const Document& document) {
  constexpr std::size_t most_named = 3;
  std::set<Problem> counted_here;
  for (const auto& run : document.runs) counted_here.insert(run.who.problem);
  if (counted_here.size() > most_named) return counted(counted_here.size(), "shape");
  std::vector<std::string> names;
  for (const auto& problem : document.asked()) {
    if (counted_here.contains(problem)) names.push_back(to_string(problem));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "a, b and c".
std::string enumerated(const std::set<std::string>& names) {
  if (names.size() < 2) return join(names);
  const std::set<std::string> all_but_last{names.begin(), std::prev(names.end())};
  return join(all_but_last) + " and " + *names.rbegin();
}

/// What a count without a title asks.
std::string implied_question(const Document& document) {
  const auto strategies = strategies_of(document);
  const std::string names = enumerated(strategies);
  const std::string problems = problems_text(document);
  if (strategies.size() > 1) return fmt::format("Do {} agree on {}?", names, problems);
  const auto is_comparison = [](const auto& verdict) {
    return (is_agreement(verdict) || is_contradiction(verdict)) && !is_on_invariant(verdict);
  };
  if (std::ranges::any_of(document.verdicts, is_comparison)) {
    return fmt::format("Does {} on {} agree with what is known?", names, problems);
  }
  return fmt::format("What does {} say of {}?", names, problems);
}

/// "2 of 45 runs failed"; of a single one "the only run failed".
std::string share(std::size_t number, std::size_t all, const std::string& one) {
  return all == 1 ? "the only " + one : fmt::format("{} of {}", number, counted(all, one));
}

/// Without a comparison: what was done.
std::string lone_answer(const Document& document) {
  std::set<Kind> kinds;
  for (const auto& entry : document.outcomes) kinds.insert(kind_of(entry.outcome));
  if (kinds.contains(Kind::exact)) return "COUNTED";
  if (kinds.contains(Kind::estimate)) return "ESTIMATED";
  if (kinds.contains(Kind::approximation)) return "APPROXIMATED";
  return "BOUNDED";
}

struct Answer {
  std::string word;
  std::string_view shade;
  std::string text;
};

std::string why_not_compared(const Document& document) {
  const bool has_ended = std::ranges::all_of(document.runs, [](const Document::Run& run) {
    return run.state == RunState::concluded || run.state == RunState::failed;
  });
  if (!document.assembled.empty() || !has_ended) return "nothing was compared yet";
  const bool is_rough = std::ranges::all_of(document.outcomes, [](const Document::OutcomeEntry& entry) {
    return std::holds_alternative<Approximation>(entry.outcome);
  });
  return is_rough ? "no error bar to judge by" : "nothing to compare with";
}

/// What stands behind the word, worst first.
std::string counts_text(const Overview& overview) {
  const std::size_t runs = overview.document.runs.size();
  std::vector<std::string> parts;
  const auto add = [&](std::size_t number, const std::string& part) {
    if (number > 0) parts.push_back(part);
  };
  const auto is = [](std::size_t number) { return number == 1 ? "is" : "are"; };
  add(overview.disagreeing, share(overview.disagreeing, overview.disagreeing + overview.agreeing, "comparison") +
                                (overview.disagreeing == 1 ? " disagrees" : " disagree"));
  add(overview.broken,
      fmt::format("{} {} broken", share(overview.broken, overview.broken + overview.holding, "invariant"),
                  is(overview.broken)));
  const std::size_t broken = overview.in_state(RunState::broken);
  add(broken, share(broken, runs, "run") + " broke a theorem");
  const std::size_t failed = overview.in_state(RunState::failed);
  add(failed, share(failed, runs, "run") + " failed");
  add(overview.unfinished,
      fmt::format("{} {} unfinished", share(overview.unfinished, runs, "run"), is(overview.unfinished)));
  const std::size_t in_parts = overview.in_state(RunState::part_done) + overview.in_state(RunState::left);
  add(in_parts, fmt::format("{} {} counted in parts", share(in_parts, runs, "run"), is(in_parts)));
  if (overview.disagreeing == 0) {
    add(overview.agreeing, counted(overview.agreeing, "comparison agrees", "comparisons agree"));
    if (overview.agreeing == 0 && runs > 0) parts.push_back(why_not_compared(overview.document));
  }
  if (overview.broken == 0) add(overview.holding, counted(overview.holding, "invariant holds", "invariants hold"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string sentence(std::string text) {
  if (text.starts_with("the ")) text.front() = 'T';
  return " " + text + ".";
}

Answer answer_of(const Overview& overview) {
  if (overview.document.runs.empty()) return {"NOT YET.", shade::yellow, " No strategy takes any of these problems."};
  std::string text = counts_text(overview);
  if (overview.disagreeing + overview.broken + overview.in_state(RunState::broken) > 0)
    return {"NO.", shade::red, sentence(text)};
  const std::size_t failed = overview.in_state(RunState::failed);
  const std::size_t open =
      failed + overview.unfinished + overview.in_state(RunState::part_done) + overview.in_state(RunState::left);
  if (open > 0 || !overview.document.assembled.empty())
    return {"NOT YET.", failed > 0 ? shade::red : shade::yellow, sentence(text)};
  if (overview.agreeing > 0) return {"YES.", shade::green, sentence(text)};
  const auto strategies = strategies_of(overview.document);
  const std::string alone =
      strategies.size() == 1 ? ", by one strategy alone: " : ", each value by one strategy alone: ";
  return {lone_answer(overview.document), shade::yellow, alone + text + "."};
}

}  // namespace

std::string question_of(const ResultsDocument& document) {
  // An experiment without a title has the name of its file for one.
  const bool has_title = !document.title.empty() && !document.file.ends_with(document.title);
  if (has_title) return document.title;
  return document.runs.empty() ? "" : implied_question(document);
}

void add_question(Lines& lines, const Overview& overview) {
  const std::string question = question_of(overview.document);
  if (question.empty()) return;
  lines.add_wrapped(question, 0);
  lines.add();
}

void add_answer(Lines& lines, const Overview& overview) {
  const auto [word, shade, text] = answer_of(overview);
  const double seconds = overview.seconds;
  const std::string time = seconds >= 1 && seconds < 10 ? fmt::format("{:.1f} s", seconds) : seconds_text(seconds);
  const std::string effort = fmt::format("{}, {}", counted(overview.document.runs.size(), "run"), time);
  lines.add_between(word, shade, text, overview.document.runs.empty() ? "" : effort,
                    std::min(lines.width(), widest_text));
}

std::string verdict_screen(const ResultsDocument& document, std::size_t width, Colour colour) {
  const Overview overview = overview_of(document);
  Lines lines{std::max(width, narrowest), colour};
  add_question(lines, overview);
  add_answer(lines, overview);
  add_troubles(lines, overview);
  add_values(lines, overview);
  add_totals(lines, overview);
  add_weakest(lines, overview);
  add_notes(lines, overview);
  if (lines.count() > one_page) {
    lines.add();
    add_answer(lines, overview);
  }
  return lines.text();
}

}  // namespace gridcensus::host
