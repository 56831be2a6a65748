#include "gridcensus/quantity.hpp"
#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/verify/concluded_run.hpp"
#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// The subject of a value. Two values are compared if they have the same subject.
struct Subject {
  std::string quantity;
  Problem problem;
  auto operator<=>(const Subject&) const = default;
};

/// A stated value of a subject, times `factor`: relabelling classes times the relabellings are grids.
struct StatedValue {
  Subject subject;
  GmpInteger factor = 1;
};

/// Returns nullopt for quantities that plugins declare: they may also depend on a grid or on moves, so their values are
/// not compared here.
std::optional<StatedValue> stated_value(const std::string& quantity, const Problem& problem) {
  const auto built_in = built_in_quantities();
  const auto found = std::ranges::find(built_in, quantity, [](Quantity each) { return name_of(each); });
  if (found == built_in.end()) return std::nullopt;
  const QuantityInfo& info = found->info();
  Shape box = problem.shape;
  const bool is_turned =
      problem.rules.are_classic() && info.under_maps != Preserved::nothing && box.box_rows > box.box_cols;
  const Problem upright{is_turned ? box.transposed() : box, problem.rules};
  const std::string& base = info.relabelling_classes_of;
  return base.empty() ? StatedValue{{quantity, upright}, 1} : StatedValue{{base, upright}, relabellings_of(problem)};
}

/// A value of a run.
template <class Value>
using Of = std::pair<const RunRow*, Value>;

/// The claim of an estimate.
struct Interval {
  Real low{0}, value{0}, high{0};
  bool is_founded = true;
};

/// All stated values of one subject.
struct StatedValues {
  std::vector<Of<GmpInteger>> exact;   ///< two of a run that counts both grids and relabelling classes
  std::vector<Of<GmpInteger>> inputs;  ///< taken by runs
  std::vector<Of<GmpInteger>> lower, upper;
  std::vector<Of<Interval>> estimates;
  std::optional<GmpInteger> published;
};

using ValuesBySubject = std::map<Subject, StatedValues>;

Real times(const Text& real, const GmpInteger& factor) {
  Real product{real_of(real)};
  product *= Real{factor, 1024};
  return product;
}

/// Checks whether the interval of an estimate is meaningful: it has two ends, and enough samples.
bool is_founded(const Text& estimate) {
  const long double low = machine_real_of(estimate.at("low"));
  const long double high = machine_real_of(estimate.at("high"));
  // If all samples are equal, nothing is known of the error.
  if (!std::isfinite(low) || !std::isfinite(high) || low == high) return false;
  // With this many, Student's distribution has 1 in 7,000 beyond four half widths of a 95 % interval.
  constexpr int min_degrees_of_freedom = 5;
  return estimate.contains("degrees_of_freedom")
             ? machine_real_of(estimate.at("degrees_of_freedom")) >= min_degrees_of_freedom
             : integer_of(estimate.at("samples")) > min_degrees_of_freedom;
}

void add_values_of(const ConcludedRun& concluded, ValuesBySubject& values) {
  const RunRow* const who = concluded.run;
  for (const auto& entry : concluded.outcomes) {
    const auto& [quantity, outcome] = entry;
    const auto stated = stated_value(quantity, concluded.problem);
    if (!stated) continue;
    StatedValues& all = values[stated->subject];
    const std::string kind = concluded.kind(quantity);
    const auto whole = [&] { return GmpInteger{integer_of(entry.second.at("value")) * stated->factor}; };
    if (kind == "exact") all.exact.emplace_back(who, whole());
    if (kind == "lower_bound") all.lower.emplace_back(who, whole());
    if (kind == "upper_bound") all.upper.emplace_back(who, whole());
    if (kind == "estimate") {
      const auto scaled = [&, &outcome = outcome](const char* end) { return times(outcome.at(end), stated->factor); };
      all.estimates.emplace_back(who, is_founded(outcome) ? Interval{scaled("low"), scaled("value"), scaled("high")}
                                                          : Interval{.is_founded = false});
    }
  }
  for (const auto& [quantity, value] : concluded.inputs) {
    const auto stated = stated_value(quantity, concluded.problem);
    if (stated) values[stated->subject].inputs.emplace_back(who, value * stated->factor);
  }
}

/// Returns the runs with a value, each once.
std::vector<const RunRow*> runs_of(const std::vector<Of<GmpInteger>>& stated) {
  std::vector<const RunRow*> runs;
  for (const auto& [run, value] : stated) {
    if (std::ranges::find(runs, run) == runs.end()) runs.push_back(run);
  }
  return runs;
}

std::string list(const std::vector<const RunRow*>& runs) {
  std::string names;
  for (const RunRow* const run : runs) names += (names.empty() ? "" : ", ") + run->name();
  return names;
}

/// Returns the number of independent runs according to the standings in the ledger; nullopt if it has none.
std::optional<std::size_t> independent_of(const std::vector<const RunRow*>& runs, const std::string& quantity) {
  std::optional<std::size_t> most;
  for (const RunRow* const run : runs) {
    for (const Row& row : run->rows("standings")) {
      const std::string& name = row.text("quantity");
      if (name != quantity && base_quantity_of_classes(name) != quantity) continue;
      most = std::max<std::size_t>(most.value_or(0), count_in(row.text("witnesses")).value_or(0));
    }
  }
  return most;
}

/// Returns "3 runs agree, 2 of them independent: ...".
std::string agreement(const std::vector<const RunRow*>& runs, const std::string& quantity) {
  const auto independent = independent_of(runs, quantity);
  std::string how = "not judged yet which are independent";
  if (independent == runs.size())
    how = "all independent";
  else if (independent)
    how = *independent < 2 ? "none independent of another" : fmt::format("{} of them independent", *independent);
  return fmt::format("{}, {}: {}", counted(runs.size(), "run agrees", "runs agree"), how, list(runs));
}

void check_bounds(const std::string& subject, const StatedValues& values, const GmpInteger& value, Checks& checks) {
  for (const auto& [who, bound] : values.lower) {
    checks.add(subject, "is not below the bound of " + who->name(),
               bound <= value ? std::nullopt : std::optional{bound.get_str() + " is above " + value.get_str()});
  }
  for (const auto& [who, bound] : values.upper) {
    checks.add(subject, "is not above the bound of " + who->name(),
               value <= bound ? std::nullopt : std::optional{bound.get_str() + " is below " + value.get_str()});
  }
  // With many samples, four half widths of a 95 % interval are eight standard errors, which chance does not produce.
  constexpr int widths = 4;
  for (const auto& [who, interval] : values.estimates) {
    if (!interval.is_founded) {
      checks.not_made(subject, "the estimate of " + who->name() + " rests on too few different samples to be judged");
      continue;
    }
    const auto& [low, middle, high, founded] = interval;
    const Real exact{value, 1024};
    const bool holds = exact >= middle - widths * (middle - low) && exact <= middle + widths * (high - middle);
    checks.add(subject, fmt::format("lies within {} half widths of the estimate of {}", widths, who->name()),
               holds ? std::nullopt : std::optional{shown(middle) + " against " + shown(exact)});
  }
}

void check_subject(const Subject& subject, const StatedValues& values, Checks& checks) {
  const std::string name = subject.quantity + " of " + to_string(subject.problem);
  if (values.exact.empty()) {
    if (values.published) check_bounds(name, values, *values.published, checks);
    return;
  }
  const auto& [first, value] = values.exact.front();
  const auto unequal = [&, &first = first,
                        &value = value](const std::vector<Of<GmpInteger>>& stated) -> std::optional<std::string> {
    for (const auto& [who, other] : stated) {
      if (other == value) continue;
      return fmt::format("{} has {}, {} has {}", first->name(), value.get_str(), who->name(), other.get_str());
    }
    return std::nullopt;
  };
  if (values.exact.size() > 1) {
    const auto runs = runs_of(values.exact);
    checks.add(name, runs.size() > 1 ? agreement(runs, subject.quantity) : list(runs) + " counts it in two ways",
               unequal(values.exact));
  }
  if (!values.inputs.empty()) {
    checks.add(name, "the runs that take it take what was counted: " + list(runs_of(values.inputs)),
               unequal(values.inputs));
  }
  if (values.published) {
    const auto other =
        std::ranges::find_if(values.exact, [&](const auto& stated) { return stated.second != *values.published; });
    checks.add(name, "is what was published",
               other == values.exact.end()
                   ? std::nullopt
                   : std::optional{fmt::format("{} has {}, published is {}", other->first->name(),
                                               other->second.get_str(), values.published->get_str())});
  }
  check_bounds(name, values, value, checks);
}

/// The findings of one subject, of runs whose question is the problem alone.
void check_findings(const std::vector<const ConcludedRun*>& all, Checks& checks) {
  std::map<FindingSubject, std::vector<std::pair<const RunRow*, const AttributedFinding*>>> by_subject;
  for (const ConcludedRun* const concluded : all) {
    const bool asks_more = std::ranges::any_of(
        concluded->outcomes, [&](const auto& entry) { return !stated_value(entry.first, concluded->problem); });
    if (asks_more) continue;
    for (const AttributedFinding& finding : concluded->values.findings) {
      by_subject[subject_of(finding.name, finding.origin.problem, finding.same_when_transposed)].emplace_back(
          concluded->run, &finding);
    }
  }
  for (const auto& [subject, findings] : by_subject) {
    if (findings.size() < 2) continue;
    std::vector<const RunRow*> runs;
    std::optional<std::string> wrong;
    for (const auto& [run, finding] : findings) {
      runs.push_back(run);
      const Comparison comparison = compare(*findings.front().second, *finding);
      if (comparison.verdict != Verdict::disagree) continue;
      wrong = fmt::format("{} and {} differ: {}", runs.front()->name(), run->name(), comparison.note);
    }
    checks.add(to_string(subject), counted(runs.size(), "run agrees", "runs agree") + ": " + list(runs), wrong);
  }
}

}  // namespace

std::optional<GmpInteger> published_value(const PublishedValues& published, const Problem& problem,
                                          const std::string& quantity) {
  const auto wanted = stated_value(quantity, problem);
  if (!wanted) return std::nullopt;
  for (const AttributedOutcome& origin : published.outcomes) {
    const auto* const exact = std::get_if<Exact>(&origin.outcome);
    if (exact == nullptr || !origin.origin.contested_by.empty()) continue;
    const auto stated = stated_value(std::string{name_of(origin.quantity)}, origin.origin.problem);
    if (!stated || stated->subject != wanted->subject) continue;
    const GmpInteger value = integer_from(to_decimal(exact->value)) * stated->factor;
    if (value % wanted->factor == 0) return GmpInteger{value / wanted->factor};
  }
  return std::nullopt;
}

void check_values(const std::vector<ConcludedRun>& all, const PublishedValues& published, Checks& checks) {
  ValuesBySubject values;
  std::vector<const ConcludedRun*> readable;
  for (const ConcludedRun& concluded : all) {
    try {
      add_values_of(concluded, values);
      readable.push_back(&concluded);
    } catch (const std::exception& error) {
      checks.fails(concluded.run->name(), fmt::format("an outcome cannot be read: {}", message_of(error)));
    }
  }
  for (auto& [subject, stated] : values) {
    stated.published = published_value(published, subject.problem, subject.quantity);
    check_subject(subject, stated, checks);
  }
  check_findings(readable, checks);
}

}  // namespace gridcensus::host::verify
