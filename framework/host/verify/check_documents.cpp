#include "host/base/text.hpp"
#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

Real real_of_document(const Text& json) {
  if (json.is_number()) return Real{json.get<double>(), 1024};
  std::string text = json.get<std::string>();
  std::erase(text, '+');
  return Real{text, 1024};
}

/// Whether a number of the document is that of the conclusion, which has all its bits: what is rounded for people is
/// off by less than 2^-40 of it.
bool is_same(const Text& shown, const Text& stored, const Whole& divisor) {
  const Real value = real_of(stored) / Real{divisor, 1024};
  const Real difference = abs(Real{real_of_document(shown) - value});
  return difference <= Real{abs(value) >> 40};
}

/// Whether an outcome or finding of the document says what the conclusion has, over `divisor` and times `factor`.
bool says(const Text& shown, const Text& stored, const Whole& divisor = 1, const Whole& factor = 1) {
  const auto kind = shown.at("kind").get<std::string>();
  if (stored.at("kind") != kind) return false;
  if (kind == "table") return grid_of(shown) == grid_of(stored);
  if (kind == "estimate") {
    return std::ranges::all_of(std::array{"value", "standard_error", "low", "high"}, [&](const char* name) {
      return factor == 1 && is_same(shown.at(name), stored.at(name), divisor);
    });
  }
  if (kind == "approximation") return factor == 1 && is_same(shown.at("value"), stored.at("value"), divisor);
  return whole_of(shown.at("value")) * divisor == whole_of(stored.at("value")) * factor;
}

bool is_said_by(const Answers& answers, const Text& outcome) {
  const auto quantity = outcome.at("quantity").get<std::string>();
  const auto own = answers.outcomes.find(quantity);
  if (own != answers.outcomes.end()) return says(outcome, own->second);
  if (!outcome.contains("follows_from")) return false;
  const auto base = answers.outcomes.find(outcome.at("follows_from").get<std::string>());
  if (base == answers.outcomes.end()) return false;
  const Whole labels = factorial(answers.problem.box.side());
  return whole_of_classes(base->first) == quantity ? says(outcome, base->second, 1, labels)
                                                   : says(outcome, base->second, labels);
}

/// The runs that ended without a value for each of their quantities: of these the ledger keeps no conclusion.
std::set<RunName> unfinished_runs(const ReportText& report) {
  std::set<RunName> names;
  for (const Text& outcome : report.json.at("outcomes")) {
    if (outcome.at("kind") == "unfinished" && !outcome.contains("follows_from")) {
      names.insert(name_in(outcome, "configuration"));
    }
  }
  return names;
}

/// The outcomes and findings of a document against the conclusions of the runs that they can be of: one must say it.
std::optional<std::string> flaw_of_values(const ReportText& report) {
  const auto unfinished = unfinished_runs(report);
  const auto is_said = [&](const RunName& name, const auto& by) {
    const auto runs = report.runs.find(name);
    return unfinished.contains(name) || (runs != report.runs.end() && std::ranges::any_of(runs->second, by));
  };
  for (const Text& outcome : report.json.at("outcomes")) {
    if (outcome.at("kind") == "unfinished") continue;
    const RunName name = name_in(outcome, "configuration");
    if (is_said(name, [&](const Answers* answers) { return is_said_by(*answers, outcome); })) continue;
    return fmt::format("{} of {}: no conclusion says {}", outcome.at("quantity").get<std::string>(), to_string(name),
                       outcome.at("value").get<std::string>());
  }
  for (const Text& finding : report.json.at("findings")) {
    if (finding.at("kind") == "deviation") continue;
    const auto finding_name = finding.at("name").get<std::string>();
    const RunName name = name_in(finding, "configuration");
    const auto says_it = [&](const Answers* answers) {
      const auto own = answers->findings.find(finding_name);
      return own != answers->findings.end() && says(finding, own->second);
    };
    if (is_said(name, says_it)) continue;
    return fmt::format("finding {} of {}: no conclusion says what the document says", finding_name, to_string(name));
  }
  return std::nullopt;
}

bool is_whole(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Returns the exact values that a run has for the quantity, or for one of which it follows by relabelling.
std::vector<Whole> values_of(const Answers& answers, const std::string& quantity) {
  const Whole labels = factorial(answers.problem.box.side());
  std::vector<Whole> values;
  if (const auto own = answers.exact(quantity)) values.push_back(*own);
  if (const auto whole = answers.exact(whole_of_classes(quantity))) values.emplace_back(*whole / labels);
  for (const auto& [name, outcome] : answers.outcomes) {
    if (whole_of_classes(name) != quantity) continue;
    if (const auto classes = answers.exact(name)) values.emplace_back(*classes * labels);
  }
  return values;
}

/// Returns whether a value is among what the runs of this name have for the quantity; nullopt if there is no such run,
/// or no exact value: then the value cannot be checked.
std::optional<bool> is_said(const ReportText& report, const VerdictSide& side, const std::string& quantity) {
  std::optional<bool> found;
  const auto runs = report.runs.find(side.who);
  if (side.kind != VoiceKind::run || runs == report.runs.end()) return found;
  const Whole value = whole_from(side.value);
  for (const Answers* const answers : runs->second) {
    const auto said = values_of(*answers, quantity);
    if (said.empty()) continue;
    found = found.value_or(false) || std::ranges::find(said, value) != said.end();
  }
  return found;
}

std::optional<std::string> flaw_of(const VerdictText& verdict, const ReportText& report) {
  const std::string& left = verdict.left.value;
  const std::string& right = verdict.right.value;
  const auto quantity = verdict.quantity();
  const bool same = left == right;
  if (verdict.verdict == Verdict::equal && !same) return "the sides are not equal";
  if (verdict.verdict == Verdict::disagree && same && is_whole(left)) return "the sides are equal";
  if (verdict.verdict == Verdict::consistent && is_whole(left) && is_whole(right) && quantity && !same) {
    // A whole number is consistent with another one only if that is a bound, which has its sign before it.
    return "two whole numbers are equal or disagree";
  }
  if (!quantity) return std::nullopt;
  for (const auto* side : {&verdict.left, &verdict.right}) {
    if (!is_whole(side->value)) continue;
    if (is_said(report, *side, *quantity) == std::optional{false}) {
      return fmt::format("{} does not say {}", to_string(side->who), side->value);
    }
  }
  return std::nullopt;
}

std::optional<std::string> flaw_of_verdicts(const ReportText& report) {
  for (const VerdictText& verdict : report.verdicts) {
    const auto wrong = flaw_of(verdict, report);
    if (!wrong) continue;
    const auto& [subject, left, right, word] = verdict;
    return fmt::format("{}: {} = {}, {} = {}: {}: {}", subject, to_string(left.who), left.value, to_string(right.who),
                       right.value, name_of(word), *wrong);
  }
  return std::nullopt;
}

/// The last document that has a run, by whose verdicts its standings came about, and the name that it has there.
struct LastReport {
  const ReportText* report = nullptr;
  const RunName* name = nullptr;

  /// Whether a verdict on the run is as wanted.
  bool has(const auto& wanted) const {
    if (report == nullptr) return false;
    const auto verdicts = report->verdicts_on.find(*name);
    return verdicts != report->verdicts_on.end() &&
           std::ranges::any_of(verdicts->second, [&](std::size_t place) { return wanted(report->verdicts[place]); });
  }
};

LastReport last_report_on(const Answers& run, const std::vector<ReportText>& reports) {
  LastReport last;
  for (const ReportText& report : reports) {
    const RunName* const name = report.name_of(run);
    if (name != nullptr &&
        (last.report == nullptr || last.report->row->text("recorded") < report.row->text("recorded"))) {
      last = {&report, name};
    }
  }
  return last;
}

bool is_published(const VerdictSide& side) { return side.kind == VoiceKind::published; }

/// Returns why the outcome cannot have the standing, or nullopt if it can.
std::optional<std::string> flaw_by_kind(Standing standing, const Answers& answers, const std::string& quantity) {
  const std::string own = answers.kind(quantity);
  const std::string kind = own.empty() ? answers.kind(whole_of_classes(quantity)) : own;
  if (kind.empty()) return "the run has no such outcome";
  if (standing == Standing::estimated && kind != "estimate") return "the outcome is of kind " + kind;
  if (standing == Standing::approximated && kind != "approximation") return "the outcome is of kind " + kind;
  if (standing == Standing::computed && kind == "estimate") return "the outcome is an estimate";
  if (standing == Standing::recounted && answers.run->rows("recounts").empty()) return "no unit was counted again";
  return std::nullopt;
}

std::optional<std::string> flaw_of(const std::string& quantity, const std::string& word, const Answers& answers,
                                   const LastReport& last, const PublishedValues& published) {
  const auto standing = find_term<Standing>(word);
  if (!standing) return "there is no such standing";
  const auto is_disagreement = [](const VerdictText& verdict) { return verdict.is_disagreement(); };
  const bool is_disputed =
      last.has([&](const VerdictText& verdict) { return verdict.is_disagreement() && verdict.quantity() == quantity; });
  if (is_disputed && *standing != Standing::disputed) return "a verdict disputes it";
  if (*standing == Standing::disputed) {
    return last.has(is_disagreement) ? std::nullopt : std::optional<std::string>{"no verdict disputes it"};
  }
  if (auto wrong = flaw_by_kind(*standing, answers, quantity)) return wrong;
  if (*standing == Standing::published) {
    const auto own = values_of(answers, quantity);
    const auto value = published_value(published, answers.problem, quantity);
    if (!own.empty() && value && own.front() != *value) return "what is published differs";
    const bool is_found = last.has([](const VerdictText& verdict) {
      return verdict.verdict == Verdict::equal && (is_published(verdict.left) || is_published(verdict.right));
    });
    if (!is_found) return "no verdict holds it against a published value";
  }
  if (*standing == Standing::cross_checked || *standing == Standing::replicated) {
    const bool is_found = last.has([](const VerdictText& verdict) {
      return verdict.verdict == Verdict::equal || verdict.verdict == Verdict::consistent;
    });
    if (!is_found) return "no verdict holds it against another value";
  }
  return std::nullopt;
}

/// The documents that can be read; of the others one is named.
std::vector<ReportText> read_reports(const Tables& tables, const std::vector<Answers>& all, Checks& checks) {
  std::vector<ReportText> reports;
  for (const Row& row : tables.documents()) {
    const std::string subject = "document of " + row.text("experiment");
    try {
      ReportText report = report_of(row, all);
      checks.add(subject,
                 fmt::format("{} outcomes and {} findings against the conclusions", report.json.at("outcomes").size(),
                             report.json.at("findings").size()),
                 flaw_of_values(report));
      checks.add(subject, counted(report.verdicts.size(), "verdict") + " against the values that they speak of",
                 flaw_of_verdicts(report));
      reports.push_back(std::move(report));
    } catch (const std::exception& error) {
      checks.fails(subject, fmt::format("it cannot be read: {}", error.what()));
    }
  }
  return reports;
}

}  // namespace

void check_documents(const Tables& tables, const std::vector<Answers>& all, const PublishedValues& published,
                     Checks& checks) {
  const auto reports = read_reports(tables, all, checks);
  std::size_t standings = 0;
  std::optional<std::string> wrong;
  for (const Answers& answers : all) {
    const LastReport last = last_report_on(answers, reports);
    for (const Row& row : answers.run->rows("standings")) {
      ++standings;
      const std::string& quantity = row.text("quantity");
      const std::string& standing = row.text("standing");
      if (wrong) continue;
      try {
        wrong = flaw_of(quantity, standing, answers, last, published);
      } catch (const std::exception& error) {
        wrong = error.what();
      }
      if (wrong) wrong = fmt::format("{} of {} is {}: {}", quantity, answers.run->name(), standing, *wrong);
    }
  }
  if (standings > 0) {
    checks.add("ledger", counted(standings, "standing") + " against verdicts, outcomes and published values", wrong);
  }
}

}  // namespace gridcensus::host::verify
