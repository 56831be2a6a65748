#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

bool is_value_of(const ConcludedRun& concluded, const ResultsDocument::OutcomeEntry& entry) {
  const std::string quantity{name_of(entry.quantity)};
  const auto own = concluded.outcomes.find(quantity);
  if (own != concluded.outcomes.end()) return is_stored(entry.outcome, own->second);
  if (!entry.follows_from) return false;
  const auto base = concluded.outcomes.find(std::string{name_of(*entry.follows_from)});
  if (base == concluded.outcomes.end()) return false;
  const GmpInteger labels = relabellings_of(concluded.problem);
  return is_stored(
      entry.outcome, base->second,
      base_quantity_of_classes(base->first) == quantity ? Scale{.factor = labels} : Scale{.divisor = labels});
}

bool is_value_of(const ConcludedRun& concluded, const ResultsDocument::FindingEntry& entry) {
  const auto own = concluded.findings.find(entry.name);
  return own != concluded.findings.end() && is_stored(*entry.value, own->second);
}

/// Returns the runs that ended without a value for each of their quantities. The ledger has no conclusion of these.
std::set<RunName> unfinished_runs(const ResultsDocument& document) {
  std::set<RunName> names;
  for (const auto& entry : document.outcomes) {
    if (std::holds_alternative<Unfinished>(entry.outcome) && !entry.follows_from) names.insert(entry.who);
  }
  return names;
}

/// Checks the outcomes and findings of a document against the conclusions of the runs that match: one must have them.
std::optional<std::string> flaw_of_values(const StoredReport& report) {
  const auto unfinished = unfinished_runs(report.document);
  const auto is_stated = [&](const auto& entry) {
    const auto runs = report.runs.find(entry.who);
    return unfinished.contains(entry.who) ||
           (runs != report.runs.end() && std::ranges::any_of(runs->second, [&](const ConcludedRun* concluded) {
              return is_value_of(*concluded, entry);
            }));
  };
  for (const auto& entry : report.document.outcomes) {
    if (std::holds_alternative<Unfinished>(entry.outcome) || is_stated(entry)) continue;
    return fmt::format("{} of {}: no conclusion says {}", name_of(entry.quantity), to_string(entry.who),
                       to_json(entry).at("value").get<std::string>());
  }
  for (const auto& entry : report.document.findings) {
    if (!entry.value || is_stated(entry)) continue;  // deviations are not findings of the run
    return fmt::format("finding {} of {}: no conclusion says what the document says", entry.name, to_string(entry.who));
  }
  return std::nullopt;
}

bool is_integer(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Returns the exact values of a run for the quantity, or for one from which it follows by relabelling.
std::vector<GmpInteger> values_of(const ConcludedRun& concluded, const std::string& quantity) {
  const GmpInteger labels = relabellings_of(concluded.problem);
  std::vector<GmpInteger> values;
  if (const auto own = concluded.exact(quantity)) values.push_back(*own);
  if (const auto whole = concluded.exact(base_quantity_of_classes(quantity))) values.emplace_back(*whole / labels);
  for (const auto& [name, outcome] : concluded.outcomes) {
    if (base_quantity_of_classes(name) != quantity) continue;
    if (const auto classes = concluded.exact(name)) values.emplace_back(*classes * labels);
  }
  return values;
}

/// Returns true if a run of this name has the value for the quantity. Returns nullopt if the value cannot be checked,
/// because there is no such run or no exact value.
std::optional<bool> is_stated(const StoredReport& report, const VerdictSide& side, const std::string& quantity) {
  std::optional<bool> found;
  const auto runs = report.runs.find(name_of(side));
  if (side.kind != OriginKind::run || runs == report.runs.end()) return found;
  const GmpInteger value = integer_from(side.value);
  for (const ConcludedRun* const concluded : runs->second) {
    const auto stated = values_of(*concluded, quantity);
    if (stated.empty()) continue;
    found = found.value_or(false) || std::ranges::find(stated, value) != stated.end();
  }
  return found;
}

std::optional<std::string> flaw_of(const VerdictEntry& verdict, const StoredReport& report) {
  const std::string& left = verdict.left.value;
  const std::string& right = verdict.right.value;
  const auto quantity = compared_quantity(verdict);
  const bool same = left == right;
  // Tables that lack rows may be equal in the rows of both.
  if (verdict.verdict == Verdict::equal && !same && is_integer(left)) return "the sides are not equal";
  if (verdict.verdict == Verdict::disagree && same && is_integer(left)) return "the sides are equal";
  if (verdict.verdict == Verdict::consistent && is_integer(left) && is_integer(right) && quantity && !same) {
    // A whole number is consistent with another one only if the other is a bound, which is preceded by its sign.
    return "two whole numbers are equal or disagree";
  }
  if (!quantity) return std::nullopt;
  for (const auto* side : {&verdict.left, &verdict.right}) {
    if (!is_integer(side->value)) continue;
    if (is_stated(report, *side, *quantity) == std::optional{false}) {
      return fmt::format("{} does not say {}", to_string(name_of(*side)), side->value);
    }
  }
  return std::nullopt;
}

std::optional<std::string> flaw_of_verdicts(const StoredReport& report) {
  for (const VerdictEntry& verdict : report.document.verdicts) {
    const auto wrong = flaw_of(verdict, report);
    if (!wrong) continue;
    return fmt::format("{}: {} = {}, {} = {}: {}: {}", verdict.subject, to_string(name_of(verdict.left)),
                       verdict.left.value, to_string(name_of(verdict.right)), verdict.right.value,
                       name_of(verdict.verdict), *wrong);
  }
  return std::nullopt;
}

/// Returns why the totals of lists of layouts differ from the sums of the runs' values, or nullopt if they are equal.
std::optional<std::string> flaw_of_totals(const StoredReport& report) {
  for (const auto& total : report.document.totals) {
    const auto* const stated = std::get_if<Exact>(&total.outcome);
    if (stated == nullptr) continue;
    GmpInteger sum = 0;
    const std::string quantity{name_of(total.quantity)};
    for (const auto& asked : report.document.problems) {
      const auto weight = asked.layouts.find(total.list);
      if (weight == asked.layouts.end()) continue;
      const RunName name{asked.problem, total.strategy, total.configuration};
      const auto runs = report.runs.find(name);
      const auto values = runs == report.runs.end() || runs->second.empty()
                              ? std::vector<GmpInteger>{}
                              : values_of(*runs->second.front(), quantity);
      if (values.empty()) return fmt::format("total {} of {}: {} has no value", quantity, total.list, to_string(name));
      sum += values.front() * integer_from(std::to_string(weight->second));
    }
    if (sum == integer_from(to_decimal(stated->value))) continue;
    return fmt::format("total {} of {} by {} is {}, and the values of its problems add up to {}", quantity, total.list,
                       total.configuration, to_decimal(stated->value), sum.get_str());
  }
  return std::nullopt;
}

/// The last document that contains a run, whose verdicts determine its standings, and the name of the run there.
struct LastReport {
  const StoredReport* report = nullptr;
  const RunName* name = nullptr;

  /// Returns true if a verdict on the run satisfies the condition.
  bool has(const auto& wanted) const {
    if (report == nullptr) return false;
    const auto verdicts = report->verdicts_on.find(*name);
    return verdicts != report->verdicts_on.end() && std::ranges::any_of(verdicts->second, [&](std::size_t place) {
             return wanted(report->document.verdicts[place]);
           });
  }
  /// Returns true if any verdict of the document satisfies the condition.
  bool any_in_report(const auto& wanted) const {
    return report != nullptr && std::ranges::any_of(report->document.verdicts, wanted);
  }
};

LastReport last_report_on(const ConcludedRun& run, const std::vector<StoredReport>& reports) {
  LastReport last;
  for (const StoredReport& report : reports) {
    const RunName* const name = report.name_of(run);
    if (name != nullptr &&
        (last.report == nullptr || last.report->row->text("recorded") < report.row->text("recorded"))) {
      last = {&report, name};
    }
  }
  return last;
}

bool is_published(const VerdictSide& side) { return side.kind == OriginKind::published; }

/// Returns why the outcome cannot have the standing, or nullopt if it can.
std::optional<std::string> flaw_by_kind(Standing standing, const ConcludedRun& concluded, const std::string& quantity) {
  const std::string own = concluded.kind(quantity);
  const std::string kind = own.empty() ? concluded.kind(base_quantity_of_classes(quantity)) : own;
  if (kind.empty()) return "the run has no such outcome";
  if (standing == Standing::estimated && kind != "estimate") return "the outcome is of kind " + kind;
  if (standing == Standing::approximated && kind != "approximation") return "the outcome is of kind " + kind;
  if (standing == Standing::computed && kind == "estimate") return "the outcome is an estimate";
  if (standing == Standing::recounted && concluded.run->rows("recounts").empty()) return "no unit was counted again";
  return std::nullopt;
}

std::optional<std::string> flaw_of(const std::string& quantity, const std::string& word, const ConcludedRun& concluded,
                                   const LastReport& last, const PublishedValues& published) {
  const auto standing = find_term<Standing>(word);
  if (!standing) return "there is no such standing";
  const auto is_disagreement = [](const VerdictEntry& verdict) {
    return verdict.verdict == Verdict::disagree || verdict.verdict == Verdict::broken;
  };
  const bool is_disputed = last.has(
      [&](const VerdictEntry& verdict) { return is_disagreement(verdict) && compared_quantity(verdict) == quantity; });
  if (is_disputed && *standing != Standing::disputed) return "a verdict disputes it";
  if (*standing == Standing::disputed) {
    return last.has(is_disagreement) ? std::nullopt : std::optional<std::string>{"no verdict disputes it"};
  }
  if (auto wrong = flaw_by_kind(*standing, concluded, quantity)) return wrong;
  if (*standing == Standing::published) {
    const auto own = values_of(concluded, quantity);
    const auto value = published_value(published, concluded.problem, quantity);
    if (!own.empty() && value && own.front() != *value) return "what is published differs";
    // The verdict may belong to another run with the same value.
    const bool is_found = last.any_in_report([&](const VerdictEntry& verdict) {
      const auto compared = compared_quantity(verdict);
      return verdict.verdict == Verdict::equal && (is_published(verdict.left) || is_published(verdict.right)) &&
             (compared == quantity || compared == base_quantity_of_classes(quantity));
    });
    if (!is_found) return "no verdict compares it with a published value";
  }
  if (*standing == Standing::cross_checked || *standing == Standing::replicated) {
    const bool is_found = last.has([](const VerdictEntry& verdict) {
      return verdict.verdict == Verdict::equal || verdict.verdict == Verdict::consistent;
    });
    if (!is_found) return "no verdict holds it against another value";
  }
  return std::nullopt;
}

/// Returns why the value cannot have this many witnesses, or nullopt if it can: each is a different strategy.
std::optional<std::string> flaw_of_witnesses(const std::string& quantity, std::uint64_t witnesses,
                                             const ConcludedRun& concluded, const std::vector<ConcludedRun>& all) {
  if (witnesses < 2) return std::nullopt;
  const auto own = values_of(concluded, quantity);
  if (own.empty()) return "a value that is not exact has one witness";
  std::set<std::string> strategies;
  for (const ConcludedRun& other : all) {
    const auto values = values_of(other, quantity);
    if (std::ranges::find(values, own.front()) != values.end()) strategies.insert(other.run->text("strategy"));
  }
  if (witnesses <= strategies.size()) return std::nullopt;
  return fmt::format("{} witnesses, and only {} have its value", witnesses,
                     counted(strategies.size(), "strategy", "strategies"));
}

/// Returns the readable documents; names the first of the others.
std::vector<StoredReport> read_reports(const Tables& tables, const std::vector<ConcludedRun>& all, Checks& checks) {
  std::vector<StoredReport> reports;
  for (const Row& row : tables.documents()) {
    const std::string subject = "document of " + row.text("experiment");
    try {
      StoredReport report = read_report(row, all);
      checks.add(subject,
                 fmt::format("{} outcomes and {} findings against the conclusions", report.document.outcomes.size(),
                             report.document.findings.size()),
                 flaw_of_values(report));
      checks.add(subject, counted(report.document.verdicts.size(), "verdict") + " against the values that they name",
                 flaw_of_verdicts(report));
      if (!report.document.totals.empty()) {
        checks.add(subject, counted(report.document.totals.size(), "total") + " of lists of layouts against the values",
                   flaw_of_totals(report));
      }
      reports.push_back(std::move(report));
    } catch (const std::exception& error) {
      checks.fails(subject, fmt::format("it cannot be read: {}", message_of(error)));
    }
  }
  return reports;
}

}  // namespace

void check_documents(const Tables& tables, const std::vector<ConcludedRun>& all, const PublishedValues& published,
                     Checks& checks) {
  const auto reports = read_reports(tables, all, checks);
  std::size_t standings = 0;
  std::optional<std::string> wrong;
  for (const ConcludedRun& concluded : all) {
    const LastReport last = last_report_on(concluded, reports);
    for (const Row& row : concluded.run->rows("standings")) {
      ++standings;
      const std::string& quantity = row.text("quantity");
      const std::string& standing = row.text("standing");
      if (wrong) continue;
      try {
        wrong = flaw_of(quantity, standing, concluded, last, published);
        const auto witnesses = count_in(row.text("witnesses"));
        if (!wrong && !witnesses) wrong = "its number of witnesses is not a whole number";
        if (!wrong) wrong = flaw_of_witnesses(quantity, *witnesses, concluded, all);
      } catch (const std::exception& error) {
        wrong = message_of(error);
      }
      if (wrong) wrong = fmt::format("{} of {} is {}: {}", quantity, concluded.run->name(), standing, *wrong);
    }
  }
  if (standings > 0) {
    checks.add("ledger", counted(standings, "standing") + " against verdicts, outcomes and published values", wrong);
  }
}

}  // namespace gridcensus::host::verify
