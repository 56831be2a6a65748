#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/report/evidence.hpp"
#include "host/report/finding_groups.hpp"
#include "host/report/overview.hpp"
#include "host/report/text_table.hpp"
#include "host/report/value_texts.hpp"
#include "host/report/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;

struct VerdictText {
  std::string text;
  std::string_view colour;
};

/// Returns the name of the other side in the verdict on `own`.
std::string name_beside(const Document::Side& own, const Document::Side& other) {
  return other.problem == own.problem ? other.name : other.name + " on " + to_string(other.problem);
}

/// Returns the distances of an approximation from better known values: "-0.2072 % from enumeration, published".
std::string deviations_text(const std::vector<Document::VerdictView>& views) {
  std::map<std::string, std::set<std::string>> others;
  for (const auto& [verdict, own, other] : views) {
    if (!verdict->relative_error) continue;
    const double error = verdict->relative_error_uncertainty.value_or(0);
    const std::string error_text = error > 0 ? fmt::format(" +- {:.2g}", 100 * error) : "";
    const std::string shared = shared_text(*verdict);
    others[fmt::format("{:+.4g}{} %", 100 * *verdict->relative_error, error_text)].insert(
        name_beside(*own, *other) + (shared.empty() ? "" : " (" + shared + ")"));
  }
  std::string text;
  for (const auto& [deviation, names] : others) {
    text += fmt::format("{}{} from {}", text.empty() ? "" : "; ", deviation, join(names));
  }
  return text;
}

/// The other sides of the comparisons of one outcome, by verdict; agreements also by the dependencies that both sides
/// share.
class OtherSides {
 public:
  explicit OtherSides(const std::vector<Document::VerdictView>& views) {
    for (const auto& [verdict, own, other] : views) {
      const std::string name = name_beside(*own, *other);
      names_[verdict->verdict][shared_text(*verdict)].insert(name);
      if (verdict->z) largest_z_ = std::max(largest_z_, std::fabs(*verdict->z));
    }
  }

  std::set<std::string> who(Verdict verdict) const {
    std::set<std::string> all;
    if (const auto found = names_.find(verdict); found != names_.end()) {
      for (const auto& [shared, names] : found->second) all.insert(names.begin(), names.end());
    }
    return all;
  }

  /// Returns "equal to enumeration, published; equal to russell_jarvis (both take grids from band_classes)"; empty if
  /// nothing agrees.
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
    const auto found = names_.find(verdict);
    if (found == names_.end()) return text;
    for (const auto& [shared, names] : found->second) {
      text += (text.empty() ? "" : "; ") + relation + join(names) + (shared.empty() ? "" : " (" + shared + ")");
    }
    return text;
  }

  std::map<Verdict, std::map<std::string, std::set<std::string>>> names_;  ///< by verdict and by what is shared
  double largest_z_ = 0;
};

VerdictText verdict_on_unfinished(const Document& document, const Document::OutcomeEntry& entry) {
  const std::string& reason = std::get<Unfinished>(entry.outcome).reason;
  const auto* const run = document.run_of(entry.who);
  if (run != nullptr && run->state == RunState::failed) return {"FAILED: " + reason, shade::red};
  if (run != nullptr && run->state == RunState::broken) return {"BROKEN: " + reason, shade::red};
  return {reason, shade::yellow};
}

/// Returns the summary of all comparisons of one outcome.
VerdictText verdict_on(const Document& document, const Document::OutcomeEntry& entry) {
  if (std::holds_alternative<Unfinished>(entry.outcome)) return verdict_on_unfinished(document, entry);
  if (std::holds_alternative<Approximation>(entry.outcome)) {
    const std::string text = deviations_text(document.verdicts_on(entry));
    return {text.empty() ? "nothing to compare with" : text, shade::yellow};
  }
  const OtherSides others{document.verdicts_on(entry)};
  if (!others.who(Verdict::broken).empty()) return {"BROKEN: " + join(others.who(Verdict::broken)), shade::red};
  if (!others.who(Verdict::disagree).empty())
    return {"DISAGREES with " + join(others.who(Verdict::disagree)), shade::red};
  if (const std::string text = others.agreement(); !text.empty()) return {text, shade::green};
  const auto* const base = entry.follows_from ? document.outcome_of(entry.who, *entry.follows_from) : nullptr;
  if (base != nullptr) {
    return {fmt::format("follows from {}", name_of(base->quantity)), verdict_on(document, *base).colour};
  }
  if (others.who(Verdict::holds).empty()) return {"nothing to compare with", shade::yellow};
  return {"no other value; holds: " + join(others.who(Verdict::holds)), shade::yellow};
}

std::string side_text(const Document::Side& side) {
  std::string text = fmt::format("{} = {}", side.name, side.value);
  if (!side.source.empty()) text += fmt::format(" [{}]", side.source);
  return text;
}

/// Returns the comparisons that need words: disagreements in full, pairs that cannot be compared once per reason.
std::string remarks(const Document& document, Colour colour) {
  std::string text;
  std::set<std::string> incomparable;
  for (const auto& verdict : document.verdicts) {
    if (is_contradiction(verdict)) {
      text += paint(verdict.verdict == Verdict::disagree ? "DISAGREE" : "BROKEN", shade::red, colour);
      std::string words =
          fmt::format(": {}: {} against {}", verdict.subject, side_text(verdict.left), side_text(verdict.right));
      if (verdict.z) words += fmt::format(", z = {:.2f}", *verdict.z);
      if (!verdict.note.empty()) words += "; " + verdict.note;
      text += printable(words) + '\n';
    } else if (!is_agreement(verdict) && !verdict.relative_error) {  // otherwise it is beside the approximation
      incomparable.insert(fmt::format("Not comparable: {}: {} with {}: {}", verdict.subject, verdict.left.name,
                                      verdict.right.name, verdict.note));
    }
  }
  for (const auto& line : incomparable) text += printable(line) + '\n';
  for (const auto& refused : document.not_applicable) {
    text += refusal_text(refused.who.configuration, refused.who.problem, refused.quantities, refused.reason) + '\n';
  }
  const auto reused = std::ranges::count(document.runs, true, &Document::Run::reused);
  if (reused > 0) {
    text += fmt::format("Reused from the ledger: {} of {} (--recount counts again).\n", reused,
                        counted(document.runs.size(), "run"));
  }
  if (!document.storage_error.empty()) {
    text += paint("Storage failed", shade::red, colour) + ": " + printable(document.storage_error) + '\n';
  }
  for (const auto& line : evidence_of(document)) text += printable(line) + '\n';
  return text;
}

/// Returns one line for each finding of each problem and question: the most informative value, and all that agree on
/// it. Disagreements are among the remarks.
std::string findings_text(const Document& document, Colour colour) {
  std::string text;
  for (const FindingGroup& group : finding_groups(document)) {
    const std::string as_quantity = OtherSides{group.views}.agreement();
    text += printable(fmt::format("F{}: {}, ", group.subject.substr(1), value_text(*group.best->value)));
    if (group.agreeing.empty()) {
      text += printable("by " + join(group.finders)) + (as_quantity.empty() ? " alone" : "");
    } else {
      text += paint(printable((group.is_the_same ? "the same by " : "consistent among ") + join(group.agreeing)),
                    shade::green, colour);
      if (!group.shared.empty()) text += printable(" (" + join(group.shared) + ")");
    }
    if (!as_quantity.empty()) {
      text +=
          "; " + paint(printable(fmt::format("as {} {}", name_of(*group.quantity), as_quantity)), shade::green, colour);
    }
    text += '\n';
  }
  return text;
}

/// Returns one line for each total of a list of layouts.
std::string totals_text(const Document& document) {
  std::string text;
  for (const auto& total : document.totals) {
    const auto* const list = document.list_of(total);
    const auto* const unfinished = std::get_if<Unfinished>(&total.outcome);
    text += printable(fmt::format("Total {} of {}{}: {}, by {}", name_of(total.quantity), total.list,
                                  list == nullptr ? "" : fmt::format(" ({})", counted(list->layouts, "layout")),
                                  unfinished != nullptr ? unfinished->reason : value_text(total.outcome),
                                  total.configuration)) +
            '\n';
  }
  return text;
}

}  // namespace

std::string table_report(const ResultsDocument& document, Colour colour) {
  using enum TextTable::Align;
  TextTable table{
      {{"problem"}, {"quantity"}, {"strategy"}, {"value", right}, {"time", right}, {"standing"}, {"verdict"}}};
  std::vector<std::tuple<std::size_t, Quantity, std::size_t>> order;  // problem as asked, quantity, position
  for (const auto& entry : document.outcomes) {
    order.emplace_back(document.place_of(entry.who.problem), entry.quantity, order.size());
  }
  std::ranges::sort(order);
  for (const auto& [problem, quantity, place] : order) {
    const auto& entry = document.outcomes[place];
    const auto verdict = verdict_on(document, entry);
    const auto* const run = document.run_of(entry.who);
    const bool is_unfinished = run != nullptr && std::holds_alternative<Unfinished>(entry.outcome);
    table.add({to_string(entry.who.problem), std::string{name_of(quantity)}, printable(entry.who.configuration),
               is_unfinished ? unfinished_text(entry.interim, run->units, run->units_total) : value_text(entry.outcome),
               seconds_text(entry.seconds), standing_text(entry), printable(verdict.text)},
              colour == Colour::on ? verdict.colour : shade::none);
  }
  std::string text = document.title.empty() ? "" : printable(document.title) + "\n\n";
  text += table.text() + "\n";
  text += totals_text(document) + findings_text(document, colour);
  return text + remarks(document, colour);
}

}  // namespace gridcensus::host
