#include "gridcensus/quantity.hpp"
#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/verify/concluded_run.hpp"
#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  Real low, value, high;
  bool is_founded = true;  ///< it has enough samples for its width to be meaningful
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

bool is_founded(const Text& estimate) {
  // With this many, Student's distribution has 1 in 7,000 beyond four half widths of a 95 % interval.
  constexpr int min_degrees_of_freedom = 5;
  return estimate.contains("degrees_of_freedom") ? real_of(estimate.at("degrees_of_freedom")) >= min_degrees_of_freedom
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
      all.estimates.emplace_back(
          who, Interval{times(outcome.at("low"), stated->factor), times(outcome.at("value"), stated->factor),
                        times(outcome.at("high"), stated->factor), is_founded(outcome)});
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
      checks.not_made(subject, "the estimate of " + who->name() + " rests on too few samples to be judged");
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

void check_theorems(const ConcludedRun& concluded, Checks& checks) {
  Shape box = concluded.problem.shape;
  const auto divides = [&](const std::string& quantity, const GmpInteger& divisor, const std::string& text) {
    const auto value = concluded.exact(quantity);
    if (!value || divisor == 1) return;
    checks.add(concluded.run->name(), fmt::format("{} is a multiple of {} = {}", quantity, divisor.get_str(), text),
               *value % divisor == 0 ? std::nullopt : std::optional{value->get_str() + " is not divisible by it"});
  };
  const auto equals = [&](const std::string& quantity, const std::optional<GmpInteger>& known) {
    const auto value = concluded.exact(quantity);
    if (!value || !known) return;
    checks.add(concluded.run->name(), quantity + " by its closed formula",
               *value == *known ? std::nullopt : std::optional{value->get_str() + " against " + known->get_str()});
  };
  const std::string moves = "(R!)^(C-1) (C-1)! (C!)^(R-1) (R-1)!";
  divides("grids", grid_divisor(box), "(RC)! " + moves);
  divides("relabelling_classes", grid_divisor(box) / factorial(box.side()), moves);
  divides("bands", bands_per_normalised(box), "(RC)! (C!)^(R-1) (R-1)!");
  equals("bands", bands_of(box));
  equals("symmetry_group_order", symmetry_group_order(box));
}

/// The findings of one name, of runs on one problem whose question is the problem alone.
void check_findings(const std::vector<const ConcludedRun*>& all, Checks& checks) {
  struct Named {
    std::vector<const RunRow*> runs;
    std::vector<const Text*> values;
  };
  std::map<std::pair<std::string, Problem>, Named> by_name;
  for (const ConcludedRun* const concluded : all) {
    const bool asks_more = std::ranges::any_of(
        concluded->outcomes, [&](const auto& entry) { return !stated_value(entry.first, concluded->problem); });
    if (asks_more) continue;
    for (const auto& [name, value] : concluded->findings) {
      const std::string& kind = kind_in(value);
      if (kind != "exact" && kind != "table") continue;
      auto& [runs, values] = by_name[{name, concluded->problem}];
      runs.push_back(concluded->run);
      values.push_back(&value);
    }
  }
  for (const auto& [subject, named] : by_name) {
    const auto& [runs, values] = named;
    if (runs.size() < 2) continue;
    std::optional<std::string> wrong;
    for (std::size_t i = 1; i < runs.size(); ++i) {
      if (*values[i] != *values.front()) wrong = runs.front()->name() + " and " + runs[i]->name() + " differ";
    }
    checks.add(fmt::format("finding {} of {}", subject.first, to_string(subject.second)),
               counted(runs.size(), "run agrees", "runs agree") + ": " + list(runs), wrong);
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
      if (concluded.problem.rules.are_classic()) check_theorems(concluded, checks);
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
