#include "host/base/json.hpp"
#include "host/base/text.hpp"
#include "host/verify/concluded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gridcensus::host::verify {

namespace {

/// The tolerance of sums of weights, which are floating point and added in any order.
bool are_near(double left, double right) {
  return std::fabs(left - right) <= std::ldexp(std::max(std::fabs(left), std::fabs(right)), -40);
}

/// Returns the number of a unit, which the ledger stores in 63 bits; nullopt if the text is anything else.
std::optional<std::uint64_t> count_from(const std::string& text) {
  const auto count = count_in(text);
  return count && *count <= std::numeric_limits<std::int64_t>::max() ? count : std::nullopt;
}

struct PartNumber {
  std::uint64_t number = 0;
  std::uint64_t count = 0;
};

std::optional<PartNumber> part_from(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const auto number = count_from(text.substr(0, slash));
  const auto count = count_from(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
  return PartNumber{*number, *count};
}

/// Returns the mistake in the shares of the parts, or nullopt.
std::optional<std::string> flaw_of_shares(const Tables& tables, const RunRow& run, const std::vector<Row>& units,
                                          std::uint64_t job_units) {
  struct PartTotals {
    std::uint64_t parts = 0;
    std::uint64_t units = 0;
    double weight = 0;
  };
  std::map<std::uint64_t, PartTotals> by_count;
  std::map<std::string, std::uint64_t> counted;
  for (const Row& unit : units) {
    if (const auto session = tables.sessions().find(unit.integer("session")); session != tables.sessions().end()) {
      ++counted[session->second.text("part")];
    }
  }
  for (const Row& share : run.rows("shares")) {
    const std::string& name = share.text("part");
    const std::string& units_text = share.text("units");
    const auto part = part_from(name);
    if (units_text == "left") continue;  // not split: done as a whole, after the parts
    const auto size = count_from(units_text);
    if (!part || !size) return fmt::format("part {} of {} units is none", name, units_text);
    if (*size > job_units) return fmt::format("part {} has more units than the job", name);
    if (counted[name] > *size) {
      return fmt::format("part {} has {} units, and counted {}", name, units_text, counted[name]);
    }
    PartTotals& whole = by_count[part->count];
    ++whole.parts;
    whole.units += *size;
    whole.weight += share.real("weight");
  }
  for (const auto& [count, whole] : by_count) {
    const bool is_wrong = whole.parts == count
                              ? whole.units != job_units || !are_near(whole.weight, run.row("jobs")->real("weight"))
                              : whole.units > job_units;
    if (is_wrong) {
      return fmt::format("{} of {} parts have {} units of weight {} together, the job has {} of weight {}", whole.parts,
                         count, whole.units, whole.weight, job_units, run.row("jobs")->real("weight"));
    }
  }
  return std::nullopt;
}

/// Returns the mistake in the set of units, or nullopt. A concluded run has units 0 to units - 1; a sampling run may
/// have further ones that it did not need.
std::optional<std::string> flaw_of_set(const std::vector<Row>& units, std::uint64_t job_units,
                                       std::optional<std::uint64_t> concluded) {
  std::int64_t next = 0;
  for (const Row& unit : units) {
    if (unit.integer("unit") < 0 || static_cast<std::uint64_t>(unit.integer("unit")) >= job_units) {
      return fmt::format("unit {} is none of a job of {}", unit.integer("unit"), counted(job_units, "unit"));
    }
    if (unit.integer("unit") < next) return fmt::format("unit {} is there twice", unit.integer("unit"));
    if (concluded && unit.integer("unit") > next && static_cast<std::uint64_t>(next) < *concluded) {
      return fmt::format("unit {} is missing", next);
    }
    next = unit.integer("unit") + 1;
  }
  if (concluded && static_cast<std::uint64_t>(next) < *concluded) return fmt::format("unit {} is missing", next);
  return std::nullopt;
}

std::optional<std::string> flaw_of_weights(const std::vector<Row>& units, std::uint64_t job_units, double job_weight) {
  double sum = 0;
  for (const Row& unit : units) {
    if (!(unit.real("weight") >= 0) || !std::isfinite(unit.real("weight"))) {
      return fmt::format("unit {} has the weight {}", unit.integer("unit"), unit.real("weight"));
    }
    sum += unit.real("weight");
  }
  const bool fits =
      units.size() == job_units ? are_near(sum, job_weight) : sum <= job_weight || are_near(sum, job_weight);
  if (fits) return std::nullopt;
  return fmt::format("they add up to {}, the job's is {}", sum, job_weight);
}

bool has_estimate(const ConcludedRun& concluded_run) {
  const auto is_sampled = [](const auto& entry) {
    const std::string& kind = kind_in(entry.second);
    return kind == "estimate" || kind == "approximation";
  };
  return std::ranges::any_of(concluded_run.outcomes, is_sampled);
}

/// Returns the values of a run in the form of the comparison.
RunValues values_of(const ConcludedRun& concluded) {
  const ValueOrigin origin{.kind = OriginKind::run, .name = concluded.run->name(), .problem = concluded.problem};
  RunValues values;
  for (const auto& [quantity, input] : concluded.inputs) {
    values.inputs.emplace(quantity_named(quantity), machine_integer(input));
  }
  for (const auto& [quantity, outcome] : concluded.outcomes) {
    if (const auto value = exact_value(outcome)) {
      values.outcomes.push_back({origin, quantity_named(quantity), Exact{machine_integer(*value)}});
    }
  }
  for (const Row& row : concluded.run->rows("findings")) {
    const std::string& name = row.text("name");
    const Text& value = concluded.findings.at(name);
    AttributedFinding finding{.origin = origin, .name = name, .value = Exact{}};
    if (const auto number = exact_value(value))
      finding.value = Exact{machine_integer(*number)};
    else if (kind_in(value) == "table")
      finding.value = table_of(grid_of(value));
    else
      continue;
    const Text stored = parsed(row.text("finding"));
    finding.same_when_transposed = stored.value("same_when_transposed", false);
    finding.lacks_rows = stored.value("lacks_rows", false);
    if (const auto quantity = stored.find("quantity"); quantity != stored.end() && exact_value(value)) {
      values.quantities_found.push_back(
          {origin, quantity_named(quantity->get<std::string>()), as_outcome(finding.value)});
      values.quantities_found.back().origin.problem = subject_of(name, concluded.problem, false).problem;
    }
    values.findings.push_back(std::move(finding));
  }
  return values;
}

/// Reads the texts of the conclusion and adds up the units below its number.
ConcludedRun read_concluded_run(const RunRow& run, const std::vector<Row>& units, std::uint64_t concluded) {
  ConcludedRun concluded_run;
  concluded_run.run = &run;
  concluded_run.identity = Text::parse(run.text("identity"));
  concluded_run.problem = problem_of(concluded_run.identity.at("problem"));
  concluded_run.quantities = concluded_run.identity.at("quantities").get<std::set<std::string>>();
  for (const auto& [quantity, value] : concluded_run.identity.at("inputs").items()) {
    concluded_run.inputs.emplace(quantity, integer_of(value));
  }
  concluded_run.units = concluded;
  for (const Row& row : run.rows("outcomes")) {
    concluded_run.outcomes.emplace(row.text("quantity"), parsed(row.text("outcome")));
  }
  for (const Row& row : run.rows("findings")) {
    const std::string& name = row.text("name");
    const Text finding = parsed(row.text("finding"));
    if (!finding.is_object() || !finding.contains("value")) throw MalformedText{"finding " + name + " has no value"};
    concluded_run.findings.emplace(name, finding.at("value"));
  }
  for (const auto* const texts : {&concluded_run.outcomes, &concluded_run.findings}) {
    for (const auto& [name, value] : *texts) {
      try {
        kind_in(value);
      } catch (const MalformedText& error) {
        throw MalformedText{name + ": " + message_of(error)};
      }
    }
  }
  concluded_run.values = values_of(concluded_run);
  for (const Row& unit : units) {
    if (static_cast<std::uint64_t>(unit.integer("unit")) >= concluded) continue;
    try {
      concluded_run.total.add(sums_of(unit.text("tally")));
    } catch (const MalformedText& error) {
      throw MalformedText{fmt::format("unit {}: {}", unit.integer("unit"), message_of(error))};
    }
  }
  return concluded_run;
}

std::string names_of(const Sums& sums) {
  std::string names;
  const auto add = [&](const auto& parts) {
    for (const auto& [name, value] : parts) names += (names.empty() ? "" : ", ") + name;
  };
  // A table and a sum often have the same name.
  add(sums.integers);
  add(sums.samples);
  for (const auto& [name, table] : sums.grids) names += fmt::format("{}table {}", names.empty() ? "" : ", ", name);
  constexpr std::size_t longest = 60;
  if (names.size() > longest) names = names.substr(0, names.rfind(',', longest)) + ", ...";
  return names.empty() ? "nothing" : names;
}

}  // namespace

std::string ConcludedRun::kind(const std::string& quantity) const {
  const auto found = outcomes.find(quantity);
  return found == outcomes.end() ? "" : kind_in(found->second);
}

std::optional<GmpInteger> ConcludedRun::exact(const std::string& quantity) const {
  const auto found = outcomes.find(quantity);
  return found == outcomes.end() ? std::nullopt : exact_value(found->second);
}

std::optional<ConcludedRun> check_sums(const Tables& tables, const RunRow& run, Checks& checks) {
  const std::string name = run.name();
  const std::vector<Row> units = tables.units(run);
  const Row* const job = run.row("jobs");
  const Row* const conclusion = run.row("conclusions");
  const auto size = job != nullptr ? count_from(job->text("units")) : std::nullopt;
  const auto concluded = conclusion != nullptr ? count_from(conclusion->text("units")) : std::nullopt;
  if (job == nullptr && units.empty() && conclusion == nullptr) {
    checks.not_made(name, "it has no unit: nothing to check");
    return std::nullopt;
  }
  if (!size || (conclusion != nullptr && !concluded)) {
    checks.fails(name, "how many units it has is not there, or no number");
    return std::nullopt;
  }
  const std::uint64_t job_units = size.value();
  const auto set = flaw_of_set(units, job_units, concluded);
  const std::string how_many =
      concluded
          ? counted(*concluded, "unit") + " from 0: none is missing, there twice or out of range"
          : fmt::format("{} of {}: none is there twice or out of range", units.size(), counted(job_units, "unit"));
  checks.add(name, how_many, set);
  checks.add(name, fmt::format("their weights, of {} in all", run.row("jobs")->real("weight")),
             flaw_of_weights(units, job_units, run.row("jobs")->real("weight")));
  if (!run.rows("shares").empty()) {
    checks.add(name, "the shares of " + counted(run.rows("shares").size(), "part"),
               flaw_of_shares(tables, run, units, job_units));
  }
  if (conclusion == nullptr) {
    checks.not_made(name, "it has not concluded: no sum to check");
    return std::nullopt;
  }
  try {
    ConcludedRun concluded_run = read_concluded_run(run, units, *concluded);
    if (*concluded != job_units && !has_estimate(concluded_run)) {
      checks.fails(
          name, fmt::format("it concluded from {} of {}, and has no estimate", *concluded, counted(job_units, "unit")));
    }
    const auto wrong = difference(concluded_run.total, sums_of(conclusion->text("total")));
    checks.add(name, "the units add up to the stored sum of " + names_of(concluded_run.total), wrong);
    concluded_run.is_complete = !set && !wrong;
    return concluded_run;
  } catch (const std::exception& error) {
    checks.fails(name, fmt::format("a text cannot be read: {}", message_of(error)));
    return std::nullopt;
  }
}

}  // namespace gridcensus::host::verify
