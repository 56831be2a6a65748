#include "host/base/text.hpp"
#include "host/verify/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// One side of a verdict.
struct VerdictSide {
  std::string kind;
  std::string who;  ///< of a run: "NAME on PROBLEM", as in `RunRow::name`
  std::string value;
};

struct VerdictText {
  std::string subject;
  VerdictSide left;
  VerdictSide right;
  std::string word;
};

/// A document, as far as it is looked at.
struct ReportText {
  const DocumentRow* row = nullptr;
  Text json;
  std::vector<VerdictText> verdicts;
};

/// "NAME on PROBLEM" of an entry.
std::string who_of(const Text& entry, const char* name) {
  return entry.at(name).get<std::string>() + " on " + entry.at("problem").at("shape").get<std::string>();
}

VerdictSide side_of(const Text& json) {
  const auto kind = json.at("kind").get<std::string>();
  return {kind, kind == "run" ? who_of(json, "name") : json.at("name").get<std::string>(),
          json.at("value").get<std::string>()};
}

/// @throws std::exception  a member is missing, or is not what it should be.
ReportText report_of(const DocumentRow& row) {
  ReportText report{&row, Text::parse(row.document), {}};
  for (const Text& verdict : report.json.at("verdicts")) {
    report.verdicts.push_back({verdict.at("subject").get<std::string>(), side_of(verdict.at("left")),
                               side_of(verdict.at("right")), verdict.at("verdict").get<std::string>()});
  }
  const Text& experiment = report.json.at("experiment");
  if (experiment.at("sha256") != row.experiment_sha256 || experiment.at("seed").dump() != row.seed) {
    throw BadText{"it is of another experiment or seed than it is kept for"};
  }
  return report;
}

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
  if (!answers.box || !outcome.contains("follows_from")) return false;
  const auto base = answers.outcomes.find(outcome.at("follows_from").get<std::string>());
  if (base == answers.outcomes.end()) return false;
  const Whole labels = factorial(answers.box->side());
  return quantity == "grids" ? says(outcome, base->second, 1, labels) : says(outcome, base->second, labels);
}

/// The outcomes and findings of a document against the conclusions of the runs that it names. Several runs may have one
/// name, with other seeds or parameters: one of them must say it.
std::optional<std::string> flaw_of_values(const ReportText& report, const std::vector<Answers>& all) {
  const auto is_said = [&](const Text& entry, const auto& by) {
    const std::string who = who_of(entry, "configuration");
    return std::ranges::any_of(all, [&](const Answers& answers) { return answers.run->name() == who && by(answers); });
  };
  for (const Text& outcome : report.json.at("outcomes")) {
    if (outcome.at("kind") == "unfinished") continue;
    if (is_said(outcome, [&](const Answers& answers) { return is_said_by(answers, outcome); })) continue;
    return fmt::format("{} of {}: no conclusion says {}", outcome.at("quantity").get<std::string>(),
                       who_of(outcome, "configuration"), outcome.at("value").get<std::string>());
  }
  for (const Text& finding : report.json.at("findings")) {
    if (finding.at("kind") == "deviation") continue;
    const auto name = finding.at("name").get<std::string>();
    if (is_said(finding, [&](const Answers& answers) {
          const auto own = answers.findings.find(name);
          return own != answers.findings.end() && says(finding, own->second);
        })) {
      continue;
    }
    return fmt::format("finding {} of {}: no conclusion says what the document says", name,
                       who_of(finding, "configuration"));
  }
  return std::nullopt;
}

bool is_whole(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Whether a value is among what the runs of this name have to say of the quantity, or of one that follows from it.
/// nullopt where there is no such run, or no exact value: then nothing can be said.
std::optional<bool> is_said(const std::vector<Answers>& all, const VerdictSide& side, const std::string& quantity) {
  std::optional<bool> found;
  const Whole value = whole_from(side.value);
  for (const Answers& answers : all) {
    if (answers.run->name() != side.who || !answers.box) continue;
    const Whole labels = factorial(answers.box->side());
    std::vector<Whole> said;
    if (const auto own = answers.exact(quantity)) said.push_back(*own);
    if (quantity == "grids") {
      if (const auto classes = answers.exact("relabelling_classes")) said.emplace_back(*classes * labels);
    }
    if (quantity == "relabelling_classes") {
      if (const auto grids = answers.exact("grids")) said.emplace_back(*grids / labels);
    }
    if (said.empty()) continue;
    found = found.value_or(false) || std::ranges::find(said, value) != said.end();
  }
  return found;
}

std::optional<std::string> flaw_of(const VerdictText& verdict, const std::vector<Answers>& all) {
  const std::string& left = verdict.left.value;
  const std::string& right = verdict.right.value;
  static constexpr std::array<std::string_view, 6> known{"equal",          "consistent", "disagree",
                                                         "not comparable", "holds",      "broken"};
  if (std::ranges::find(known, verdict.word) == known.end()) return "there is no verdict " + verdict.word;
  const bool same = left == right;
  if (verdict.word == "equal" && !same) return "the sides are not equal";
  if (verdict.word == "disagree" && same && is_whole(left)) return "the sides are equal";
  if (verdict.word == "consistent" && is_whole(left) && is_whole(right) &&
      verdict.subject.find("finding") == std::string::npos && !same) {
    // A whole number is consistent with another one only where that is a bound, which has its sign before it.
    return "two whole numbers are equal or disagree";
  }
  const auto place = verdict.subject.find(" of ");
  if (verdict.subject.starts_with("finding ") || place == std::string::npos) return std::nullopt;
  const std::string quantity = verdict.subject.substr(0, place);
  for (const auto* side : {&verdict.left, &verdict.right}) {
    if (!is_whole(side->value)) continue;
    if (is_said(all, *side, quantity) == std::optional{false}) {
      return fmt::format("{} does not say {}", side->who, side->value);
    }
  }
  return std::nullopt;
}

std::optional<std::string> flaw_of_verdicts(const ReportText& report, const std::vector<Answers>& all) {
  for (const VerdictText& verdict : report.verdicts) {
    const auto wrong = flaw_of(verdict, all);
    if (!wrong) continue;
    return fmt::format("{}: {} = {}, {} = {}: {}: {}", verdict.subject, verdict.left.who, verdict.left.value,
                       verdict.right.who, verdict.right.value, verdict.word, *wrong);
  }
  return std::nullopt;
}

/// The verdicts by which a run's standings came about: those of the last document that has the run.
const std::vector<VerdictText>& verdicts_on(const RunRow& run, const std::vector<ReportText>& reports) {
  static const std::vector<VerdictText> none;
  const Text parameters = Text::parse(run.parameters);
  const Text identity = Text::parse(run.identity);
  const ReportText* last = nullptr;
  for (const ReportText& report : reports) {
    const bool has_run = std::ranges::any_of(report.json.at("runs"), [&](const Text& entry) {
      return who_of(entry, "configuration") == run.name() && entry.at("plugin_sha256") == run.plugin_sha256 &&
             entry.at("parameters") == parameters && identity.value("seed", report.row->seed) == report.row->seed;
    });
    if (has_run && (last == nullptr || last->row->recorded < report.row->recorded)) last = &report;
  }
  return last == nullptr ? none : last->verdicts;
}

bool is_disagreement(const VerdictText& verdict) { return verdict.word == "disagree" || verdict.word == "broken"; }

std::optional<std::string> flaw_of(const StandingRow& standing, const Answers& answers,
                                   const std::vector<VerdictText>& verdicts, const PublishedValues& published) {
  const auto verdicts_are = [&](const auto& wanted) {
    return std::ranges::any_of(verdicts, [&](const VerdictText& verdict) {
      const bool names_run = verdict.left.who == answers.run->name() || verdict.right.who == answers.run->name();
      return names_run && wanted(verdict);
    });
  };
  const std::string& name = standing.standing;
  const bool is_disputed = verdicts_are([&](const VerdictText& verdict) {
    return is_disagreement(verdict) && verdict.subject.starts_with(standing.quantity + " of ");
  });
  if (is_disputed && name != "disputed") return "a verdict disputes it";
  if (name == "disputed") {
    return verdicts_are(is_disagreement) ? std::nullopt : std::optional<std::string>{"no verdict disputes it"};
  }
  const std::string kind = answers.kind(standing.quantity);
  const std::string base = kind.empty() && standing.quantity == "relabelling_classes" ? answers.kind("grids") : kind;
  if (base.empty()) return "the run has no such outcome";
  if (name == "estimated" && base != "estimate") return "the outcome is of kind " + base;
  if (name == "approximated" && base != "approximation") return "the outcome is of kind " + base;
  if (name == "computed" && base == "estimate") return "the outcome is an estimate";
  if (name == "recounted" && answers.run->recounts.empty()) return "no unit was counted again";
  if (name == "published") {
    auto own = answers.exact(standing.quantity);
    if (!own && standing.quantity == "relabelling_classes") {
      if (const auto grids = answers.exact("grids")) own = Whole{*grids / factorial(answers.box->side())};
    }
    const auto value = published_value(published, *answers.box, standing.quantity);
    if (own && value && *own != *value) return "what is published differs";
    const bool is_found = verdicts_are([](const VerdictText& verdict) {
      return verdict.word == "equal" && (verdict.left.kind == "published" || verdict.right.kind == "published");
    });
    if (!is_found) return "no verdict holds it against a published value";
  }
  if (name == "cross_checked" || name == "replicated") {
    const bool is_found = verdicts_are(
        [](const VerdictText& verdict) { return verdict.word == "equal" || verdict.word == "consistent"; });
    if (!is_found) return "no verdict holds it against another value";
  }
  return std::nullopt;
}

/// The documents that can be read; of the others one is named.
std::vector<ReportText> read_reports(const Tables& tables, const std::vector<Answers>& all, Checks& checks) {
  std::vector<ReportText> reports;
  for (const DocumentRow& row : tables.documents()) {
    const std::string subject = "document of " + row.experiment;
    try {
      ReportText report = report_of(row);
      checks.add(subject,
                 fmt::format("{} outcomes and {} findings against the conclusions", report.json.at("outcomes").size(),
                             report.json.at("findings").size()),
                 flaw_of_values(report, all));
      checks.add(subject, counted(report.verdicts.size(), "verdict") + " against the values that they speak of",
                 flaw_of_verdicts(report, all));
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
    if (!answers.box) continue;
    const auto& verdicts = verdicts_on(*answers.run, reports);
    for (const StandingRow& standing : answers.run->standings) {
      ++standings;
      if (wrong) continue;
      wrong = flaw_of(standing, answers, verdicts, published);
      if (wrong)
        wrong = fmt::format("{} of {} is {}: {}", standing.quantity, answers.run->name(), standing.standing, *wrong);
    }
  }
  if (standings > 0) {
    checks.add("ledger", counted(standings, "standing") + " against verdicts, outcomes and published values", wrong);
  }
}

}  // namespace gridcensus::host::verify
