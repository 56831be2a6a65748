#include "host/graph/voices.hpp"
#include "host/report/comparison_index.hpp"
#include "host/report/estimate_text.hpp"
#include "host/report/report.hpp"
#include "host/report/standing.hpp"
#include "host/report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace gridcensus::host {

namespace {

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view green = "\x1b[32m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

std::string paint(std::string_view text, std::string_view colour, Colour use) {
  if (use == Colour::off) return std::string{text};
  return fmt::format("{}{}{}", colour, text, plain);
}

/// An estimate with as many digits as its error allows: 6.6712(21)e21 would be shorter, but is not everybody's habit.
std::string value_text(const Outcome& outcome) {
  struct Visitor {
    std::string operator()(const Exact& exact) const { return group_digits(to_decimal(exact.value)); }
    std::string operator()(const Estimate& estimate) const {
      if (estimate.standard_error == 0) {
        // Samples that are all alike have no error to state; their interval, if there is one, says more.
        return fmt::format("{:.6Lg}, no spread ({:.3Lg} to {:.3Lg})", estimate.value, estimate.low, estimate.high);
      }
      const Real relative = estimate.value == 0 ? 0 : std::fabs(estimate.standard_error / estimate.value);
      const int digits = relative > 0 ? std::clamp(static_cast<int>(2 - std::floor(std::log10(relative))), 3, 18) : 18;
      return fmt::format("{:.{}Lg} +- {:.2Lg} ({:.2Lg} %)", estimate.value, digits, estimate.standard_error,
                         100 * relative);
    }
    std::string operator()(const Approximation& approximation) const {
      return fmt::format("about {:.8Lg}", approximation.value);
    }
    std::string operator()(const LowerBound& bound) const {
      return "at least " + group_digits(to_decimal(bound.value));
    }
    std::string operator()(const UpperBound& bound) const { return "at most " + group_digits(to_decimal(bound.value)); }
    std::string operator()(const Unfinished&) const { return "unfinished"; }
  };
  return std::visit(Visitor{}, outcome);
}

std::string seconds_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.1f} ms", 1000 * seconds);
  if (seconds < 10) return fmt::format("{:.3f} s", seconds);
  if (seconds < 600) return fmt::format("{:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.1f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

std::string join(const std::set<std::string>& names) {
  std::string text;
  for (const auto& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

/// How another voice is called in the verdict on `own`.
std::string name_beside(const Voice& own, const Voice& other) {
  return other.problem == own.problem ? other.name : other.name + " on " + to_string(other.problem);
}

/// What both sides rest on: "both take grids from band_classes"; empty where that is nothing.
std::string shared_text(const Comparison& comparison) {
  std::string text;
  for (const auto& shared : comparison.shared) text += (text.empty() ? "" : ", ") + shared.text;
  return text;
}

struct VerdictText {
  std::string text;
  std::string_view colour;
};

/// How far an approximation is from values that are known better: "-0.2072 % from enumeration, published".
std::string deviations_text(const std::vector<ComparisonView>& views) {
  std::map<std::string, std::set<std::string>> others;
  for (const auto& [comparison, own, other] : views) {
    if (!comparison->deviation) continue;
    const auto [relative, error] = *comparison->deviation;
    const std::string error_text = error > 0 ? fmt::format(" +- {:.2g}", 100 * error) : "";
    const std::string shared = shared_text(*comparison);
    others[fmt::format("{:+.4g}{} %", 100 * relative, error_text)].insert(name_beside(own->voice, other->voice) +
                                                                          (shared.empty() ? "" : " (" + shared + ")"));
  }
  std::string text;
  for (const auto& [deviation, names] : others) {
    text += fmt::format("{}{} from {}", text.empty() ? "" : "; ", deviation, join(names));
  }
  return text;
}

/// The other sides of the comparisons of one outcome, by verdict; agreements also by what the two sides share.
class Others {
 public:
  explicit Others(const std::vector<ComparisonView>& views) {
    for (const auto& [comparison, own, other] : views) {
      const std::string name = name_beside(own->voice, other->voice);
      const std::string shared = shared_text(*comparison);
      by_verdict_[comparison->verdict].insert(name);
      by_shared_[comparison->verdict][shared].insert(name);
      if (comparison->z) largest_z_ = std::max(largest_z_, std::fabs(*comparison->z));
    }
  }

  const std::set<std::string>& who(Verdict verdict) const {
    static const std::set<std::string> nobody;
    const auto found = by_verdict_.find(verdict);
    return found == by_verdict_.end() ? nobody : found->second;
  }

  /// "equal to enumeration, published; equal to russell_jarvis (both take grids from band_classes)"; empty where nobody
  /// agrees.
  std::string agreement() const {
    std::string text = grouped(Verdict::equal, "equal to ");
    const std::string consistent = grouped(Verdict::consistent, "consistent with ");
    if (!text.empty() && !consistent.empty()) text += "; ";
    text += consistent;
    if (largest_z_ > 0 && !consistent.empty()) text += fmt::format(" (|z| <= {:.2f})", largest_z_);
    return text;
  }

 private:
  std::string grouped(Verdict verdict, const std::string& relation) const {
    std::string text;
    const auto found = by_shared_.find(verdict);
    if (found == by_shared_.end()) return text;
    for (const auto& [shared, names] : found->second) {
      text += (text.empty() ? "" : "; ") + relation + join(names) + (shared.empty() ? "" : " (" + shared + ")");
    }
    return text;
  }

  std::map<Verdict, std::set<std::string>> by_verdict_;
  std::map<Verdict, std::map<std::string, std::set<std::string>>> by_shared_;
  double largest_z_ = 0;
};

/// What all comparisons together say of one outcome.
VerdictText verdict_on(const Results& results, const ComparisonIndex& index, const Run& run, Quantity quantity) {
  const RunResult& own_result = results.result.runs[run.number];
  if (const auto* unfinished = std::get_if<Unfinished>(&own_result.outcomes.at(quantity))) {
    const std::string reason = printable(unfinished->reason);
    if (own_result.state == RunState::failed) return {"FAILED: " + reason, red};
    if (own_result.state == RunState::broken) return {"BROKEN: " + reason, red};
    return {reason, yellow};
  }
  if (std::holds_alternative<Approximation>(own_result.outcomes.at(quantity))) {
    const std::string text = deviations_text(index.of(run, quantity));
    return {text.empty() ? "nothing to compare with" : text, yellow};
  }
  const Others others{index.of(run, quantity)};
  if (!others.who(Verdict::broken).empty()) return {"BROKEN: " + join(others.who(Verdict::broken)), red};
  if (!others.who(Verdict::disagree).empty()) return {"DISAGREES with " + join(others.who(Verdict::disagree)), red};
  if (const std::string text = others.agreement(); !text.empty()) return {text, green};
  const auto base = run.follows_from(quantity);
  if (base && run.quantities.contains(*base)) {
    return {fmt::format("follows from {}", name_of(*base)), verdict_on(results, index, run, *base).colour};
  }
  if (others.who(Verdict::holds).empty()) return {"nothing to compare with", yellow};
  return {"no other value; holds: " + join(others.who(Verdict::holds)), yellow};
}

std::string side_text(const Side& side) {
  std::string text = fmt::format("{} = {}", side.voice.name, side.value);
  if (!side.voice.source.empty()) text += fmt::format(" [{}]", side.voice.source);
  return printable(text);
}

/// The last line: what came of it all.
std::string summary(const ExperimentResult& result, std::size_t agreeing, std::size_t disagreeing, Colour colour) {
  std::string text;
  if (disagreeing > 0) {
    text = paint(fmt::format("{} of {} comparisons DISAGREE.", disagreeing, agreeing + disagreeing), red, colour);
  } else if (agreeing > 0) {
    text = paint(agreeing == 1 ? "The only comparison agrees." : fmt::format("All {} comparisons agree.", agreeing),
                 green, colour);
  } else {
    text = paint("Nothing was compared: a number that only one method has produced is a claim.", yellow, colour);
  }
  const auto add = [&](RunState state, std::string_view what, std::string_view shade) {
    const auto runs = std::ranges::count(result.runs, state, &RunResult::state);
    if (runs > 0) text += " " + paint(fmt::format("{} of {} runs {}.", runs, result.runs.size(), what), shade, colour);
  };
  add(RunState::failed, "FAILED", red);
  add(RunState::broken, "BROKE an invariant", red);
  add(RunState::stopped, "did not end", yellow);
  return text;
}

/// Comparisons that need words: disagreements in full, findings in short, what could not be compared once a reason.
std::string remarks(const Results& results, Colour colour) {
  std::string text;
  std::size_t agreeing = 0;
  std::size_t disagreeing = 0;
  std::set<std::string> incomparable;
  for (const auto& comparison : results.result.comparisons) {
    switch (comparison.verdict) {
      case Verdict::disagree:
      case Verdict::broken: {
        ++disagreeing;
        text += paint(comparison.verdict == Verdict::disagree ? "DISAGREE" : "BROKEN", red, colour);
        text += fmt::format(": {}: {} against {}", comparison.subject, side_text(comparison.left),
                            side_text(comparison.right));
        if (comparison.z) text += fmt::format(", z = {:.2f}", *comparison.z);
        if (!comparison.note.empty()) text += "; " + printable(comparison.note);
        text += '\n';
        break;
      }
      case Verdict::not_comparable:
        if (comparison.deviation) break;  // stands beside the approximation
        incomparable.insert(fmt::format("Not comparable: {}: {} with {}: {}", comparison.subject,
                                        comparison.left.voice.name, comparison.right.voice.name, comparison.note));
        break;
      case Verdict::equal:
      case Verdict::consistent:
      case Verdict::holds: ++agreeing; break;
    }
  }
  for (const auto& line : incomparable) text += printable(line) + '\n';
  for (const auto& refused : results.plan.not_applicable) {
    text += printable(fmt::format("Not applicable: {} on {}: {}", refused.configuration->name,
                                  to_string(refused.problem), refused.reason)) +
            '\n';
  }
  std::size_t reused = 0;
  for (const auto& run : results.result.runs) reused += run.reused ? 1 : 0;
  if (reused > 0) {
    text += fmt::format("Reused from the ledger: {} of {} runs (--fresh counts again).\n", reused,
                        results.plan.runs.size());
  }
  if (!results.result.storage_error.empty()) {
    text += paint("Storage failed", red, colour) + ": " + printable(results.result.storage_error) + '\n';
  }
  return text + summary(results.result, agreeing, disagreeing, colour) + '\n';
}

/// A short list is shown whole.
std::string table_text(const Table& table) {
  constexpr std::size_t most_rows = 5;
  if (table.columns.size() == 1 && !table.rows.empty() && table.rows.size() <= most_rows) {
    std::string text;
    for (const auto& [row, values] : table.rows) {
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : "; ", printable(row), group_digits(to_decimal(values.front())));
    }
    return text;
  }
  return fmt::format("{} {}", table.rows.size(), table.rows.size() == 1 ? "row" : "rows");
}

std::string finding_text(const FindingValue& value) {
  if (const auto* table = std::get_if<Table>(&value)) return table_text(*table);
  return value_text(as_outcome(value));
}

/// Numbers and tables that are known exactly say more than estimates, and of these the more precise.
bool says_more(const FindingValue& value, const FindingValue& other) {
  const auto* right = std::get_if<Estimate>(&other);
  if (right == nullptr) return false;
  const auto* left = std::get_if<Estimate>(&value);
  return left == nullptr || left->standard_error < right->standard_error;
}

/// One line for each finding of each problem and question: what says most, and all who agree on it. Who disagrees
/// stands among the remarks.
std::string findings_text(const Results& results, const ComparisonIndex& index, Colour colour) {
  struct Entry {
    const FindingValue* value = nullptr;
    std::set<std::string> finders;
    std::set<std::string> agreeing;
    std::set<std::string> shared;       ///< what those who agree rest on together
    std::optional<Quantity> quantity;   ///< that it is the value of
    std::vector<ComparisonView> views;  ///< of those comparisons
    bool is_the_same = true;            ///< for all who agree, to the digit
  };
  // As comparisons call it, and the question that was asked.
  using Subject = std::pair<std::string, std::map<std::string, std::string>>;
  std::map<Subject, Entry> entries;
  std::vector<Subject> order;
  for (const auto& run : results.plan.runs) {
    for (const auto& [name, finding] : results.result.runs[run.number].findings) {
      const Subject subject{to_string(subject_of(name, run.problem, finding.same_when_transposed)), run.question()};
      Entry& entry = entries[subject];
      if (entry.value == nullptr) order.push_back(subject);
      if (entry.value == nullptr || says_more(finding.value, *entry.value)) entry.value = &finding.value;
      entry.finders.insert(run.configuration->name);
      if (!finding.quantity) continue;
      entry.quantity = finding.quantity;
      const auto& views = index.of(name_as_quantity(run.configuration->name, name),
                                   subject_of(name, run.problem, false).problem, *finding.quantity);
      entry.views.insert(entry.views.end(), views.begin(), views.end());
    }
  }
  for (const auto& comparison : results.result.comparisons) {
    const bool agrees = comparison.verdict == Verdict::equal || comparison.verdict == Verdict::consistent;
    const auto& run = (comparison.left.voice.kind == VoiceKind::run ? comparison.left : comparison.right).voice;
    const auto found = entries.find({comparison.subject, run.question});
    if (!agrees || found == entries.end()) continue;
    Entry& entry = found->second;
    for (const auto* side : {&comparison.left, &comparison.right}) entry.agreeing.insert(side->voice.name);
    if (!comparison.shared.empty()) entry.shared.insert(shared_text(comparison));
    entry.is_the_same = entry.is_the_same && comparison.verdict == Verdict::equal;
  }
  std::string text;
  for (const auto& subject : order) {
    const Entry& entry = entries.at(subject);
    const std::string as_quantity = Others{entry.views}.agreement();
    text += fmt::format("F{}: {}, ", subject.first.substr(1), finding_text(*entry.value));
    if (entry.agreeing.empty()) {
      text += "by " + join(entry.finders) + (as_quantity.empty() ? " alone" : "");
    } else {
      text += paint((entry.is_the_same ? "the same by " : "consistent among ") + join(entry.agreeing), green, colour);
      if (!entry.shared.empty()) text += " (" + join(entry.shared) + ")";
    }
    if (!as_quantity.empty()) {
      text += "; " + paint(fmt::format("as {} {}", name_of(*entry.quantity), as_quantity), green, colour);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string table_report(const Results& results, Colour colour) {
  using enum TextTable::Align;
  TextTable table{
      {{"problem"}, {"quantity"}, {"strategy"}, {"value", right}, {"time", right}, {"standing"}, {"verdict"}}};
  std::vector<std::tuple<std::size_t, Quantity, std::size_t>> order;  // problem in file order, quantity, run
  const auto& problems = results.experiment.problems;
  for (const auto& run : results.plan.runs) {
    const auto place = std::ranges::find(problems, run.problem) - problems.begin();
    for (const auto quantity : run.quantities) order.emplace_back(place, quantity, run.number);
  }
  std::ranges::sort(order);
  const ComparisonIndex index{results.result};
  for (const auto& [place, quantity, number] : order) {
    const Run& run = results.plan.runs[number];
    const RunResult& result = results.result.runs[number];
    const auto verdict = verdict_on(results, index, run, quantity);
    const bool is_painted = colour == Colour::on;
    const auto so_far = result.so_far.find(quantity);
    const std::string value =
        result.state == RunState::concluded
            ? value_text(result.outcomes.at(quantity))
            : unfinished_text(so_far == result.so_far.end() ? std::nullopt : std::optional{so_far->second},
                              result.units, result.units_of);
    table.add(
        {to_string(run.problem), std::string{name_of(quantity)}, run.configuration->name, value,
         seconds_text(result.seconds), to_string(evidence_for(results.result, index, run, quantity)), verdict.text},
        std::string{is_painted ? verdict.colour : ""}, std::string{is_painted ? plain : ""});
  }
  std::string text = results.experiment.title.empty() ? "" : printable(results.experiment.title) + "\n\n";
  text += table.text() + "\n";
  text += findings_text(results, index, colour);
  return text + remarks(results, colour);
}

}  // namespace gridcensus::host
