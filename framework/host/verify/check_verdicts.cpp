#include "host/base/text.hpp"
#include "host/verify/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gridcensus::host::verify {

namespace {

/// One side of a verdict: "NAME on PROBLEM = VALUE", "published = VALUE".
struct SideText {
  std::string who;
  std::string value;
};

std::optional<SideText> side_of(const std::string& text) {
  static constexpr std::string_view separator = " = ";
  const auto place = text.rfind(separator);
  if (place == std::string::npos) return std::nullopt;
  return SideText{text.substr(0, place), text.substr(place + separator.size())};
}

bool is_whole(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char digit) { return digit >= '0' && digit <= '9'; });
}

/// Whether a value is among what the runs of this name have to say of the quantity, or of one that follows from it.
/// nullopt where there is no such run, or no exact value: then nothing can be said.
std::optional<bool> is_said(const std::vector<Answers>& all, const SideText& side, const std::string& quantity) {
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

std::optional<std::string> flaw_of(const VerdictRow& verdict, const std::vector<Answers>& all) {
  const auto left = side_of(verdict.left);
  const auto right = side_of(verdict.right);
  if (!left || !right) return "a side has no value";
  static constexpr std::array<std::string_view, 6> known{"equal",          "consistent", "disagree",
                                                         "not comparable", "holds",      "broken"};
  if (std::ranges::find(known, verdict.verdict) == known.end()) return "there is no verdict " + verdict.verdict;
  const bool same = left->value == right->value;
  if (verdict.verdict == "equal" && !same) return "the sides are not equal";
  if (verdict.verdict == "disagree" && same && is_whole(left->value)) return "the sides are equal";
  const bool both_whole = is_whole(left->value) && is_whole(right->value);
  if (verdict.verdict == "consistent" && both_whole && verdict.subject.find("finding") == std::string::npos && !same) {
    // A whole number is consistent with another one only where that is a bound, which has its sign before it.
    return "two whole numbers are equal or disagree";
  }
  const auto place = verdict.subject.find(" of ");
  if (verdict.subject.starts_with("finding ") || place == std::string::npos) return std::nullopt;
  const std::string quantity = verdict.subject.substr(0, place);
  for (const auto& side : {*left, *right}) {
    if (!is_whole(side.value)) continue;
    if (is_said(all, side, quantity) == std::optional{false}) {
      return fmt::format("{} does not say {}", side.who, side.value);
    }
  }
  return std::nullopt;
}

bool is_disagreement(const VerdictRow& verdict) { return verdict.verdict == "disagree" || verdict.verdict == "broken"; }

/// Whether a verdict speaks of this run.
bool names(const VerdictRow& verdict, const std::string& run) {
  return std::ranges::any_of(std::array{&verdict.left, &verdict.right}, [&](const std::string* side) {
    const auto read = side_of(*side);
    return read && read->who == run;
  });
}

std::optional<std::string> flaw_of(const StandingRow& standing, const Answers& answers, const Tables& tables,
                                   const PublishedValues& published) {
  const auto verdicts_are = [&](const auto& wanted) {
    return std::ranges::any_of(tables.verdicts(), [&](const VerdictRow& verdict) {
      return names(verdict, answers.run->name()) && wanted(verdict);
    });
  };
  const std::string& name = standing.standing;
  const bool is_disputed = verdicts_are([&](const VerdictRow& verdict) {
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
    const bool is_found = verdicts_are([](const VerdictRow& verdict) {
      return verdict.verdict == "equal" &&
             (verdict.left.starts_with("published = ") || verdict.right.starts_with("published = "));
    });
    if (!is_found) return "no verdict holds it against a published value";
  }
  if (name == "cross_checked" || name == "replicated") {
    const bool is_found = verdicts_are(
        [](const VerdictRow& verdict) { return verdict.verdict == "equal" || verdict.verdict == "consistent"; });
    if (!is_found) return "no verdict holds it against another value";
  }
  return std::nullopt;
}

}  // namespace

void check_verdicts(const Tables& tables, const std::vector<Answers>& all, const PublishedValues& published,
                    Checks& checks) {
  std::optional<std::string> wrong;
  for (const VerdictRow& verdict : tables.verdicts()) {
    if (wrong) break;
    wrong = flaw_of(verdict, all);
    if (wrong)
      wrong = fmt::format("{}: {}, {}: {}: {}", verdict.subject, verdict.left, verdict.right, verdict.verdict, *wrong);
  }
  if (!tables.verdicts().empty()) {
    checks.add("ledger", counted(tables.verdicts().size(), "verdict") + " against the values that they speak of",
               wrong);
  }
  std::size_t standings = 0;
  wrong.reset();
  for (const Answers& answers : all) {
    if (!answers.box) continue;
    for (const StandingRow& standing : answers.run->standings) {
      ++standings;
      if (wrong) continue;
      wrong = flaw_of(standing, answers, tables, published);
      if (wrong)
        wrong = fmt::format("{} of {} is {}: {}", standing.quantity, answers.run->name(), standing.standing, *wrong);
    }
  }
  if (standings > 0) {
    checks.add("ledger", counted(standings, "standing") + " against verdicts, outcomes and published values", wrong);
  }
}

}  // namespace gridcensus::host::verify
