#include "host/verify/strategy_checks.hpp"

#include "host/base/json.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

/// Returns the first value of the strategy that differs from the stored one of the same name, or that only one side
/// has.
template <class Values>
std::optional<std::string> first_difference(const Values& given, const std::map<std::string, Text>& stored) {
  for (const auto& [name, value] : given) {
    const auto found = stored.find(name);
    if (found == stored.end()) return name + " is not stored";
    if (is_stored(value, found->second)) continue;
    const auto shown = [](const std::string& text) {
      constexpr std::size_t longest = 100;
      return text.size() > longest ? text.substr(0, longest) + "..." : text;
    };
    Text of_the_sum = found->second;
    of_the_sum.erase("convergence");
    return fmt::format("{} is {}, stored is {}", name, shown(to_json(value).dump()), shown(of_the_sum.dump()));
  }
  for (const auto& [name, value] : stored) {
    if (!given.contains(name)) return name + " is stored, and the strategy does not give it";
  }
  return std::nullopt;
}

ParameterValues values_of(const Plugin& plugin, const Text& parameters) {
  ParameterValues values;
  for (const ParameterSpec& spec : plugin.parameters) {
    if (!parameters.contains(spec.name) || !parameters.at(spec.name).is_string()) {
      throw MalformedText{"the parameter " + spec.name + " is missing"};
    }
    const auto text = parameters.at(spec.name).get<std::string>();
    const bool is_unset =
        std::holds_alternative<std::monostate>(spec.default_value) && text == gridcensus::to_string(spec.default_value);
    values[spec.name] = is_unset ? ParameterValue{} : parse_parameter(spec, text);
  }
  return values;
}

Request request_of(const Text& identity) {
  Request request;
  request.problem = problem_of(identity.at("problem"));
  for (const Text& name : identity.at("quantities")) request.quantities.insert(quantity_named(name.get<std::string>()));
  for (const auto& [name, value] : identity.at("inputs").items()) {
    request.inputs.emplace(quantity_named(name), machine_integer(integer_of(value)));
  }
  return request;
}

std::uint64_t number_in(const Text& identity, const char* name) {
  return identity.contains(name) ? count_of(identity.at(name)) : 0;
}

/// Returns the sum in the form that the strategy takes. Integers and tables are those that were added up here; moments
/// are the stored ones, to the last bit, which have been compared with those added up here.
Tally tally_of(const Sums& added, const Text& stored) {
  Tally tally;
  for (const auto& [name, value] : added.integers) tally.add(name, machine_integer(value));
  for (const auto& [name, grid] : added.grids) tally.add(name, table_of(grid));
  const Text moments = stored.value("moments", Text::object());
  for (const auto& [name, m] : moments.items()) {
    tally.add(name,
              Moments{count_of(m.at(0)), machine_real_of(m.at(1)), machine_real_of(m.at(2)), machine_real_of(m.at(3)),
                      machine_real_of(m.at(4)), machine_real_of(m.at(5)), machine_real_of(m.at(6))});
  }
  return tally;
}

std::optional<std::string> flaw_of_weights(const Job& job, const std::vector<Row>& units) {
  // If there are more, the host treats all as alike.
  constexpr std::uint64_t max_individual = 1'000'000;
  const bool is_asked = job.units() <= max_individual;
  for (const Row& unit : units) {
    const double weight = is_asked ? job.weight(static_cast<std::uint64_t>(unit.integer("unit"))) : 1;
    if (weight != unit.real("weight"))
      return fmt::format("unit {} weighs {}, stored is {}", unit.integer("unit"), weight, unit.real("weight"));
  }
  return std::nullopt;
}

/// Checks the sums of every unit that declares its own, and returns the divisors.
std::optional<std::string> test_divisors(const Job& job, const std::vector<Row>& units, Divisors& divisors) {
  std::optional<std::string> wrong;
  for (const Row& unit : units) {
    const auto number = static_cast<std::uint64_t>(unit.integer("unit"));
    std::map<std::string, GmpInteger> declared;
    for (const auto& [name, divisor] : job.divisors(number)) declared.emplace(name, integer_from(to_decimal(divisor)));
    const Sums sums = sums_of(unit.text("tally"));
    if (const auto names = job.sums(number); names && !wrong) {
      std::set<std::string> stored;
      for (const auto& sum : sums.integers) stored.insert(sum.first);
      if (stored != *names) {
        wrong = fmt::format("unit {} has the sums {{{}}}, and the strategy declares {{{}}}", number,
                            fmt::join(stored, ", "), fmt::join(*names, ", "));
      }
    }
    for (const auto& [name, divisor] : declared) {
      const auto sum = sums.integers.find(name);
      if (wrong || sum == sums.integers.end() || (divisor > 0 && sum->second % divisor == 0)) continue;
      wrong =
          fmt::format("unit {}: {} = {} is no multiple of {}", number, name, sum->second.get_str(), divisor.get_str());
    }
    if (divisors.empty() || divisors.rbegin()->second != declared) divisors.emplace(number, std::move(declared));
  }
  return wrong;
}

void check_conclusion(const Job& job, const ConcludedRun& concluded, Checks& checks) {
  const Report report = job.conclude(
      tally_of(concluded.total, parsed(concluded.run->row("conclusions")->text("total"))), concluded.units);
  std::map<std::string, Outcome> outcomes;
  std::map<std::string, FindingValue> findings;
  for (const auto& [quantity, outcome] : report.outcomes) {
    const std::string name{name_of(quantity)};
    // A strategy may return more than was requested; the surplus is not stored.
    if (concluded.quantities.contains(name)) outcomes.emplace(name, outcome);
  }
  for (const auto& [name, finding] : report.findings) findings.emplace(name, finding.value);
  checks.add(concluded.run->name(), "the strategy concludes the stored outcomes from the sum",
             first_difference(outcomes, concluded.outcomes));
  if (!concluded.findings.empty()) {
    checks.add(concluded.run->name(), fmt::format("and the {} stored findings", concluded.findings.size()),
               first_difference(findings, concluded.findings));
  }
}

/// Returns true if the strategy concludes twice the value from twice the sum of this name.
bool is_proportional(const Job& job, const ConcludedRun& concluded, const std::string& quantity,
                     const std::string& sum) {
  try {
    Sums twice = concluded.total;
    twice.integers.at(sum) *= 2;
    const Report report =
        job.conclude(tally_of(twice, parsed(concluded.run->row("conclusions")->text("total"))), concluded.units);
    return is_stored(report.outcomes.at(quantity_named(quantity)), concluded.outcomes.at(quantity), {.factor = 2});
  } catch (const std::exception&) {
    return false;  // a sum that breaks a theorem, for one, is more than a factor
  }
}

std::map<std::string, Formula> formulas_of(const Job& job, const ConcludedRun& concluded) {
  std::map<std::string, Formula> formulas;
  for (const auto& [quantity, outcome] : concluded.outcomes) {
    const auto value = concluded.exact(quantity);
    if (!value || !concluded.problem.rules.are_classic()) continue;
    for (const auto& [name, sum] : concluded.total.integers) {
      auto formula = formula_for(concluded.problem.shape, *value, name, sum);
      if (!formula || !is_proportional(job, concluded, quantity, name)) continue;
      formulas.emplace(quantity, *std::move(formula));
      break;
    }
  }
  return formulas;
}

}  // namespace

std::vector<Row> units_of_job(const Job& job, std::vector<Row> units) {
  std::erase_if(units, [size = job.units()](const Row& unit) {
    return unit.integer("unit") < 0 || static_cast<std::uint64_t>(unit.integer("unit")) >= size;
  });
  return units;
}

std::variant<PreparedRun, NotPrepared> prepare_again(const Catalog& catalog, const RunRow& run) {
  const Plugin* const plugin = catalog.find(run.text("strategy"));
  if (plugin == nullptr) return NotPrepared{"there is no strategy " + run.text("strategy") + " here"};
  if (plugin->sha256 != run.text("plugin_sha256")) {
    return NotPrepared{fmt::format("the plugin {} here is not the one that counted (SHA-256 {:.12}..., not {:.12}...)",
                                   run.text("strategy"), plugin->sha256, run.text("plugin_sha256"))};
  }
  const Text identity = Text::parse(run.text("identity"));
  const ParameterValues values = values_of(*plugin, Text::parse(run.text("parameters")));
  if (Text(identity_of(plugin->parameters, values)) != identity.at("parameters")) {
    throw MalformedText{"the parameters are not those of the identity"};
  }
  PreparedRun prepared;
  prepared.seed = number_in(identity, "seed");
  prepared.stream = number_in(identity, "stream");
  prepared.strategy = plugin->create(values);
  const Request request = request_of(identity);
  const Offer offer = plugin->offer(*prepared.strategy, values, request.problem, request.quantities);
  for (const auto& [quantity, reason] : offer.refused) {
    throw MalformedText{fmt::format("the strategy refuses {}: {}", name_of(quantity), reason)};
  }
  prepared.job = prepared.strategy->prepare(request);
  return prepared;
}

std::optional<StrategyReplies> check_with_strategy(const Catalog& catalog, const Tables& tables,
                                                   const ConcludedRun& concluded, Checks& checks) {
  const RunRow& run = *concluded.run;
  const std::string name = run.name();
  try {
    const auto asked = prepare_again(catalog, run);
    if (const auto* const none = std::get_if<NotPrepared>(&asked)) {
      checks.not_made(name, "divisors of units, and the conclusion: " + none->reason);
      return std::nullopt;
    }
    const Job& job = *std::get<PreparedRun>(asked).job;
    const std::string& stored_units = run.row("jobs")->text("units");
    const bool has_all = std::to_string(job.units()) == stored_units;
    checks.add(name, "the strategy has as many units",
               has_all ? std::nullopt : std::optional{fmt::format("{}, stored is {}", job.units(), stored_units)});
    if (!has_all) return std::nullopt;
    const std::vector<Row> units = units_of_job(job, tables.units(run));
    checks.add(name, "each unit weighs what the strategy says", flaw_of_weights(job, units));
    StrategyReplies replies;
    const auto wrong = test_divisors(job, units, replies.divisors);
    const bool has_divisors =
        std::ranges::any_of(replies.divisors, [](const auto& entry) { return !entry.second.empty(); });
    if (has_divisors) checks.add(name, "the divisors that the strategy declares divide the sums of each unit", wrong);
    // A strategy is only asked to conclude its own sums.
    if (!concluded.is_complete) {
      checks.not_made(name, "the conclusion: the units do not give the stored sum");
      return std::nullopt;
    }
    check_conclusion(job, concluded, checks);
    replies.formulas = formulas_of(job, concluded);
    for (const auto& [quantity, formula] : replies.formulas) checks.holds(name, quantity + " = " + formula.text);
    return replies;
  } catch (const std::exception& error) {
    checks.fails(name, fmt::format("the strategy was asked once more: {}", message_of(error)));
    return std::nullopt;
  }
}

}  // namespace gridcensus::host::verify
