#include "gridcensus/quantity.hpp"
#include "host/base/text.hpp"
#include "host/verify/answers.hpp"
#include "host/verify/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// What two values must speak of to be held against each other.
struct Subject {
  std::string quantity;
  Problem problem;
  auto operator<=>(const Subject&) const = default;
};

/// A value said of a subject, times `factor`: relabelling classes are grids, times the relabellings.
struct Said {
  Subject subject;
  Whole factor = 1;
};

/// Returns nullopt for quantities that plugins declare: these may also depend on which grid, and which moves, so that
/// numbers of them are not compared here.
std::optional<Said> said_of(const std::string& quantity, const Problem& problem) {
  const auto built_in = built_in_quantities();
  const auto found = std::ranges::find(built_in, quantity, [](Quantity each) { return name_of(each); });
  if (found == built_in.end()) return std::nullopt;
  const QuantityInfo& info = found->info();
  Shape box = problem.shape;
  const bool is_turned = problem.rules.are_classic() && info.under_maps != Kept::nothing && box.box_rows > box.box_cols;
  const Problem upright{is_turned ? box.transposed() : box, problem.rules};
  const std::string& base = info.relabelling_classes_of;
  return base.empty() ? Said{{quantity, upright}, 1} : Said{{base, upright}, relabellings_of(problem)};
}

/// A value that a run has.
template <class Value>
using Of = std::pair<const RunRow*, Value>;

/// What an estimate claims.
struct Interval {
  Real low, value, high;
  bool is_founded = true;  ///< whether its samples are enough for its width to mean anything
};

/// All that is said of one subject.
struct Voices {
  std::vector<Of<Whole>> exact;   ///< of a run that counts both grids and relabelling classes two
  std::vector<Of<Whole>> inputs;  ///< that runs took
  std::vector<Of<Whole>> lower, upper;
  std::vector<Of<Interval>> estimates;
  std::optional<Whole> published;
};

using AllVoices = std::map<Subject, Voices>;

Real times(const Text& real, const Whole& factor) {
  Real product{real_of(real)};
  product *= Real{factor, 1024};
  return product;
}

bool is_founded(const Text& estimate) {
  // With so many, Student's distribution has 1 in 7,000 beyond four half widths of an interval that holds 95 %.
  constexpr int fewest_degrees_of_freedom = 5;
  return estimate.contains("degrees_of_freedom")
             ? real_of(estimate.at("degrees_of_freedom")) >= fewest_degrees_of_freedom
             : whole_of(estimate.at("samples")) > fewest_degrees_of_freedom;
}

void listen(const Answers& answers, AllVoices& voices) {
  const RunRow* const who = answers.run;
  for (const auto& entry : answers.outcomes) {
    const auto& [quantity, outcome] = entry;
    const auto said = said_of(quantity, answers.problem);
    if (!said) continue;
    Voices& all = voices[said->subject];
    const std::string kind = answers.kind(quantity);
    const auto whole = [&] { return Whole{whole_of(entry.second.at("value")) * said->factor}; };
    if (kind == "exact") all.exact.emplace_back(who, whole());
    if (kind == "lower_bound") all.lower.emplace_back(who, whole());
    if (kind == "upper_bound") all.upper.emplace_back(who, whole());
    if (kind == "estimate") {
      all.estimates.emplace_back(
          who, Interval{times(outcome.at("low"), said->factor), times(outcome.at("value"), said->factor),
                        times(outcome.at("high"), said->factor), is_founded(outcome)});
    }
  }
  for (const auto& [quantity, value] : answers.inputs) {
    const auto said = said_of(quantity, answers.problem);
    if (said) voices[said->subject].inputs.emplace_back(who, value * said->factor);
  }
}

/// The runs that have something to say, each once.
std::vector<const RunRow*> runs_of(const std::vector<Of<Whole>>& said) {
  std::vector<const RunRow*> runs;
  for (const auto& [run, value] : said) {
    if (std::ranges::find(runs, run) == runs.end()) runs.push_back(run);
  }
  return runs;
}

std::string list(const std::vector<const RunRow*>& runs) {
  std::string names;
  for (const RunRow* const run : runs) names += (names.empty() ? "" : ", ") + run->name();
  return names;
}

/// Returns how many of the runs are independent by the standings that the ledger has; nullopt if it has none.
std::optional<std::size_t> independent_of(const std::vector<const RunRow*>& runs, const std::string& quantity) {
  std::optional<std::size_t> most;
  for (const RunRow* const run : runs) {
    for (const Row& row : run->rows("standings")) {
      const std::string& name = row.text("quantity");
      if (name != quantity && whole_of_classes(name) != quantity) continue;
      most = std::max<std::size_t>(most.value_or(0), std::stoull(row.text("witnesses")));
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

void check_bounds(const std::string& subject, const Voices& voices, const Whole& value, Checks& checks) {
  for (const auto& [who, bound] : voices.lower) {
    checks.add(subject, "is not below the bound of " + who->name(),
               bound <= value ? std::nullopt : std::optional{bound.get_str() + " is above " + value.get_str()});
  }
  for (const auto& [who, bound] : voices.upper) {
    checks.add(subject, "is not above the bound of " + who->name(),
               value <= bound ? std::nullopt : std::optional{bound.get_str() + " is below " + value.get_str()});
  }
  // With many samples, four half widths of an interval that holds 95 % are eight standard errors: nothing that chance
  // brings about.
  constexpr int widths = 4;
  for (const auto& [who, interval] : voices.estimates) {
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

void check_subject(const Subject& subject, const Voices& voices, Checks& checks) {
  const std::string name = subject.quantity + " of " + to_string(subject.problem);
  if (voices.exact.empty()) {
    if (voices.published) check_bounds(name, voices, *voices.published, checks);
    return;
  }
  const auto& [first, value] = voices.exact.front();
  const auto unequal = [&, &first = first,
                        &value = value](const std::vector<Of<Whole>>& said) -> std::optional<std::string> {
    for (const auto& [who, other] : said) {
      if (other == value) continue;
      return fmt::format("{} has {}, {} has {}", first->name(), value.get_str(), who->name(), other.get_str());
    }
    return std::nullopt;
  };
  if (voices.exact.size() > 1) {
    const auto runs = runs_of(voices.exact);
    checks.add(name, runs.size() > 1 ? agreement(runs, subject.quantity) : list(runs) + " counts it in two ways",
               unequal(voices.exact));
  }
  if (!voices.inputs.empty()) {
    checks.add(name, "the runs that take it take what was counted: " + list(runs_of(voices.inputs)),
               unequal(voices.inputs));
  }
  if (voices.published) {
    const auto other =
        std::ranges::find_if(voices.exact, [&](const auto& said) { return said.second != *voices.published; });
    checks.add(name, "is what was published",
               other == voices.exact.end()
                   ? std::nullopt
                   : std::optional{fmt::format("{} has {}, published is {}", other->first->name(),
                                               other->second.get_str(), voices.published->get_str())});
  }
  check_bounds(name, voices, value, checks);
}

void check_theorems(const Answers& answers, Checks& checks) {
  Shape box = answers.problem.shape;
  const auto divides = [&](const std::string& quantity, const Whole& divisor, const std::string& text) {
    const auto value = answers.exact(quantity);
    if (!value || divisor == 1) return;
    checks.add(answers.run->name(), fmt::format("{} is a multiple of {} = {}", quantity, divisor.get_str(), text),
               *value % divisor == 0 ? std::nullopt : std::optional{value->get_str() + " is not"});
  };
  const auto equals = [&](const std::string& quantity, const std::optional<Whole>& known) {
    const auto value = answers.exact(quantity);
    if (!value || !known) return;
    checks.add(answers.run->name(), quantity + " by its closed formula",
               *value == *known ? std::nullopt : std::optional{value->get_str() + " against " + known->get_str()});
  };
  const std::string moves = "(R!)^(C-1) (C-1)! (C!)^(R-1) (R-1)!";
  divides("grids", grid_divisor(box), "(RC)! " + moves);
  divides("relabelling_classes", grid_divisor(box) / factorial(box.side()), moves);
  divides("bands", bands_per_normalised(box), "(RC)! (C!)^(R-1) (R-1)!");
  equals("bands", bands_of(box));
  equals("symmetry_group_order", symmetry_group_order(box));
}

/// Findings of one name, of runs on one problem that ask nothing more than the problem.
void check_findings(const std::vector<const Answers*>& all, Checks& checks) {
  struct Named {
    std::vector<const RunRow*> runs;
    std::vector<const Text*> values;
  };
  std::map<std::pair<std::string, Problem>, Named> by_name;
  for (const Answers* const answers : all) {
    const bool asks_more = std::ranges::any_of(
        answers->outcomes, [&](const auto& entry) { return !said_of(entry.first, answers->problem); });
    if (asks_more) continue;
    for (const auto& [name, value] : answers->findings) {
      const std::string& kind = kind_in(value);
      if (kind != "exact" && kind != "table") continue;
      auto& [runs, values] = by_name[{name, answers->problem}];
      runs.push_back(answers->run);
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

std::optional<Whole> published_value(const PublishedValues& published, const Problem& problem,
                                     const std::string& quantity) {
  const auto wanted = said_of(quantity, problem);
  if (!wanted) return std::nullopt;
  for (const OutcomeVoice& voice : published.outcomes) {
    const auto* const exact = std::get_if<Exact>(&voice.outcome);
    if (exact == nullptr || !voice.voice.contested_by.empty()) continue;
    const auto said = said_of(std::string{name_of(voice.quantity)}, voice.voice.problem);
    if (!said || said->subject != wanted->subject) continue;
    const Whole value = whole_from(to_decimal(exact->value)) * said->factor;
    if (value % wanted->factor == 0) return Whole{value / wanted->factor};
  }
  return std::nullopt;
}

void check_values(const std::vector<Answers>& all, const PublishedValues& published, Checks& checks) {
  AllVoices voices;
  std::vector<const Answers*> readable;
  for (const Answers& answers : all) {
    try {
      if (answers.problem.rules.are_classic()) check_theorems(answers, checks);
      listen(answers, voices);
      readable.push_back(&answers);
    } catch (const std::exception& error) {
      checks.fails(answers.run->name(), fmt::format("an outcome cannot be read: {}", error.what()));
    }
  }
  for (auto& [subject, said] : voices) {
    said.published = published_value(published, subject.problem, subject.quantity);
    check_subject(subject, said, checks);
  }
  check_findings(readable, checks);
}

}  // namespace gridcensus::host::verify
