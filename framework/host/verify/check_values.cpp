#include "host/base/text.hpp"
#include "host/verify/answers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// Quantities that depend on nothing but the problem, and whether the transposed problem has the same. The others also
/// depend on which grid, and which moves: numbers of them are not compared here.
constexpr std::array<std::pair<std::string_view, bool>, 8> of_the_problem{{{"grids", true},
                                                                           {"relabelling_classes", true},
                                                                           {"essentially_different", true},
                                                                           {"bands", false},
                                                                           {"signature_classes", false},
                                                                           {"symmetry_group_order", true},
                                                                           {"conjugacy_classes", true},
                                                                           {"classes_with_fixed_grids", true}}};

/// What two values must speak of to be held against each other.
struct Subject {
  std::string quantity;
  Box box;
  auto operator<=>(const Subject&) const = default;
};

/// A value said of a subject, times `factor`: relabelling classes are grids, times N!.
struct Said {
  Subject subject;
  Whole factor = 1;
};

std::optional<Said> said_of(const std::string& quantity, const Box& box) {
  const auto* const found = std::ranges::find(of_the_problem, quantity, [](const auto& entry) { return entry.first; });
  if (found == of_the_problem.end()) return std::nullopt;
  const Box upright = found->second && box.rows > box.cols ? box.transposed() : box;
  if (quantity == "relabelling_classes") return Said{{"grids", upright}, factorial(box.side())};
  return Said{{quantity, upright}, 1};
}

/// All that is said of one subject.
struct Voices {
  std::vector<std::pair<std::string, Whole>> exact;  ///< by whom
  std::vector<std::pair<std::string, Whole>> inputs;
  std::vector<std::pair<std::string, Whole>> lower, upper;
  std::vector<std::pair<std::string, std::array<Real, 3>>> estimates;  ///< low, value, high
  std::optional<Whole> published;
};

using AllVoices = std::map<Subject, Voices>;

Real times(const Text& real, const Whole& factor) {
  Real product{real_of(real)};
  product *= Real{factor, 1024};
  return product;
}

void listen(const Answers& answers, AllVoices& voices) {
  const std::string who = answers.run->name();
  for (const auto& entry : answers.outcomes) {
    const auto& [quantity, outcome] = entry;
    const auto said = said_of(quantity, *answers.box);
    if (!said) continue;
    Voices& all = voices[said->subject];
    const std::string kind = answers.kind(quantity);
    const auto whole = [&] { return Whole{whole_of(entry.second.at("value")) * said->factor}; };
    if (kind == "exact") all.exact.emplace_back(who, whole());
    if (kind == "lower_bound") all.lower.emplace_back(who, whole());
    if (kind == "upper_bound") all.upper.emplace_back(who, whole());
    if (kind == "estimate") {
      all.estimates.emplace_back(
          who, std::array{times(outcome.at("low"), said->factor), times(outcome.at("value"), said->factor),
                          times(outcome.at("high"), said->factor)});
    }
  }
  for (const auto& [quantity, value] : answers.inputs) {
    const auto said = said_of(quantity, *answers.box);
    if (said) voices[said->subject].inputs.emplace_back(who, value * said->factor);
  }
}

std::string list(const std::vector<std::pair<std::string, Whole>>& said) {
  std::string names;
  for (const auto& [who, value] : said) names += (names.empty() ? "" : ", ") + who;
  return names;
}

void check_bounds(const std::string& subject, const Voices& voices, const Whole& value, Checks& checks) {
  for (const auto& [who, bound] : voices.lower) {
    checks.add(subject, "is not below the bound of " + who,
               bound <= value ? std::nullopt : std::optional{bound.get_str() + " is above " + value.get_str()});
  }
  for (const auto& [who, bound] : voices.upper) {
    checks.add(subject, "is not above the bound of " + who,
               value <= bound ? std::nullopt : std::optional{bound.get_str() + " is below " + value.get_str()});
  }
  // Four half widths of an interval that holds 95 % are eight standard errors: nothing that chance brings about.
  constexpr int widths = 4;
  for (const auto& [who, interval] : voices.estimates) {
    const auto& [low, middle, high] = interval;
    const Real exact{value, 1024};
    const bool holds = exact >= middle - widths * (middle - low) && exact <= middle + widths * (high - middle);
    checks.add(subject, fmt::format("lies within {} half widths of the estimate of {}", widths, who),
               holds ? std::nullopt : std::optional{shown(middle) + " against " + shown(exact)});
  }
}

void check_subject(const Subject& subject, const Voices& voices, Checks& checks) {
  const std::string name = subject.quantity + " of " + to_string(subject.box);
  if (voices.exact.empty()) {
    if (voices.published) check_bounds(name, voices, *voices.published, checks);
    return;
  }
  const auto& [first, value] = voices.exact.front();
  const auto unequal =
      [&, &value = value](const std::vector<std::pair<std::string, Whole>>& said) -> std::optional<std::string> {
    for (const auto& [who, other] : said) {
      if (other != value) {
        return fmt::format("{} has {}, {} has {}", voices.exact.front().first, value.get_str(), who, other.get_str());
      }
    }
    return std::nullopt;
  };
  if (voices.exact.size() > 1) {
    checks.add(name,
               fmt::format("{}: {}", counted(voices.exact.size(), "run agrees", "runs agree"), list(voices.exact)),
               unequal(voices.exact));
  }
  if (!voices.inputs.empty()) {
    checks.add(name, "the runs that take it take what was counted: " + list(voices.inputs), unequal(voices.inputs));
  }
  if (voices.published) {
    const auto other =
        std::ranges::find_if(voices.exact, [&](const auto& said) { return said.second != *voices.published; });
    checks.add(name, "is what was published",
               other == voices.exact.end()
                   ? std::nullopt
                   : std::optional{fmt::format("{} has {}, published is {}", other->first, other->second.get_str(),
                                               voices.published->get_str())});
  }
  check_bounds(name, voices, value, checks);
}

void check_theorems(const Answers& answers, Checks& checks) {
  const Box& box = *answers.box;
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
void check_findings(const std::vector<Answers>& all, Checks& checks) {
  std::map<std::pair<std::string, std::string>, std::vector<std::pair<std::string, const Text*>>> by_name;
  for (const Answers& answers : all) {
    const bool asks_more =
        std::ranges::any_of(answers.outcomes, [&](const auto& entry) { return !said_of(entry.first, *answers.box); });
    if (asks_more) continue;
    for (const auto& [name, value] : answers.findings) {
      const std::string kind = value.value("kind", "");
      if (kind != "exact" && kind != "table") continue;
      by_name[{name, answers.run->problem}].emplace_back(answers.run->name(), &value);
    }
  }
  for (const auto& [subject, said] : by_name) {
    if (said.size() < 2) continue;
    std::optional<std::string> wrong;
    for (const auto& [who, value] : said) {
      if (*value != *said.front().second) wrong = said.front().first + " and " + who + " differ";
    }
    checks.add(fmt::format("finding {} of {}", subject.first, subject.second),
               counted(said.size(), "run agrees", "runs agree"), wrong);
  }
}

}  // namespace

std::optional<Whole> published_value(const PublishedValues& published, const Box& box, const std::string& quantity) {
  const auto wanted = said_of(quantity, box);
  if (!wanted) return std::nullopt;
  for (const OutcomeVoice& voice : published.outcomes) {
    const auto* const exact = std::get_if<Exact>(&voice.outcome);
    const auto& shape = voice.voice.problem.shape;
    if (exact == nullptr || !voice.voice.contested_by.empty()) continue;
    const auto said = said_of(std::string{name_of(voice.quantity)}, {shape.box_rows, shape.box_cols});
    if (!said || said->subject != wanted->subject) continue;
    const Whole value = whole_from(to_decimal(exact->value)) * said->factor;
    if (value % wanted->factor == 0) return Whole{value / wanted->factor};
  }
  return std::nullopt;
}

void check_values(const std::vector<Answers>& all, const PublishedValues& published, Checks& checks) {
  AllVoices voices;
  std::vector<Answers> of_classic_rules;
  for (const Answers& answers : all) {
    if (!answers.box) continue;
    try {
      check_theorems(answers, checks);
      listen(answers, voices);
      of_classic_rules.push_back(answers);
    } catch (const std::exception& error) {
      checks.fails(answers.run->name(), fmt::format("an outcome cannot be read: {}", error.what()));
    }
  }
  for (auto& [subject, said] : voices) {
    said.published = published_value(published, subject.box, subject.quantity);
    check_subject(subject, said, checks);
  }
  check_findings(of_classic_rules, checks);
}

}  // namespace gridcensus::host::verify
