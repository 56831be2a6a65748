#include "host/verify/documents.hpp"

#include "gridcensus/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace gridcensus::host::verify {

namespace {

template <Term Type>
Type term_in(const Text& json, const char* member) {
  const auto& name = json.at(member).get_ref<const std::string&>();
  const auto term = find_term<Type>(name);
  if (!term) throw BadText{fmt::format("there is no {} {}", member, name)};
  return *term;
}

VerdictSide side_of(const Text& json) {
  VerdictSide side{term_in<VoiceKind>(json, "kind"), name_in(json, "name"), {}, json.at("value").get<std::string>()};
  if (json.contains("quantity")) side.quantity = json.at("quantity").get<std::string>();
  return side;
}

/// Makes the quantities known that the document defines, so that what follows from what is known too.
void declare_quantities(const Text& document) {
  if (!document.contains("quantities")) return;
  for (const Text& json : document.at("quantities")) {
    Quantity{QuantityInfo{.name = json.at("name").get<std::string>(),
                          .definition = json.at("definition").get<std::string>(),
                          .unit = json.at("unit").get<std::string>(),
                          .relabelling_classes_of = json.value("relabelling_classes_of", std::string{})}};
  }
}

/// The seeds of the experiment as the ledger writes them: "1, 2, 3".
std::string seeds_of(const Text& experiment) {
  std::string seeds;
  for (const Text& seed : experiment.at("seeds")) seeds += (seeds.empty() ? "" : ", ") + seed.dump();
  return seeds;
}

/// Whether an entry of `runs` can be this run of the ledger: strategy, plugin, problem, parameters that decide, and the
/// seed if it samples. Its inputs are compared if they were given as values.
bool can_be(const Text& entry, const RunName& name, const Answers& answers) {
  const RunRow& run = *answers.run;
  if (name.problem != answers.problem || entry.at("strategy") != run.text("strategy") ||
      entry.at("version") != run.text("strategy_version") || entry.at("plugin_sha256") != run.text("plugin_sha256")) {
    return false;
  }
  const Text& identity = answers.identity;
  const bool has_seed =
      !identity.contains("seed") || (entry.contains("seed") && entry.at("seed").dump() == identity.at("seed"));
  if (!has_seed) return false;
  const Text& parameters = entry.at("parameters");
  const bool has_parameters = std::ranges::all_of(identity.at("parameters").items(), [&](const auto& parameter) {
    return parameters.contains(parameter.key()) && parameters.at(parameter.key()) == parameter.value();
  });
  const bool has_inputs = std::ranges::all_of(entry.at("inputs").items(), [&](const auto& input) {
    const auto stored = answers.inputs.find(input.key());
    if (stored == answers.inputs.end()) return false;
    const auto& source = input.value().template get_ref<const std::string&>();
    const bool is_value = !source.empty() && source.find_first_not_of("0123456789") == std::string::npos;
    return !is_value || whole_from(source) == stored->second;
  });
  return has_parameters && has_inputs;
}

std::vector<const Answers*> runs_for(const Text& entry, const RunName& name, const std::vector<Answers>& all) {
  std::vector<const Answers*> found;
  for (const Answers& answers : all) {
    if (can_be(entry, name, answers)) found.push_back(&answers);
  }
  // Random numbers follow the name.
  const auto has_name = [&](const Answers* run) { return run->run->text("configuration") == name.configuration; };
  if (std::ranges::any_of(found, has_name)) std::erase_if(found, std::not_fn(has_name));
  return found;
}

}  // namespace

std::optional<std::string> VerdictText::quantity() const {
  if (!left.quantity || left.quantity == right.quantity || !right.quantity) return left.quantity;
  const std::string whole = whole_of_classes(*left.quantity);
  return whole.empty() ? left.quantity : whole;
}

std::string whole_of_classes(const std::string& quantity) {
  const auto known = find_quantity(quantity);
  return known ? known->info().relabelling_classes_of : "";
}

std::string to_string(const RunName& run) {
  const CountedProblem& problem = run.problem;
  return fmt::format("{} on {}{}", run.configuration, to_string(problem.box),
                     problem.is_classic() ? "" : " " + problem.rules);
}

RunName name_in(const Text& entry, const char* configuration_member) {
  return {entry.at(configuration_member).get<std::string>(), problem_of(entry.at("problem"))};
}

const RunName* ReportText::name_of(const Answers& run) const {
  const auto found = std::ranges::find_if(
      runs, [&](const auto& entry) { return std::ranges::find(entry.second, &run) != entry.second.end(); });
  return found == runs.end() ? nullptr : &found->first;
}

ReportText report_of(const Row& row, const std::vector<Answers>& all) {
  ReportText report;
  report.row = &row;
  report.json = Text::parse(row.text("document"));
  declare_quantities(report.json);
  for (const Text& verdict : report.json.at("verdicts")) {
    const VerdictText& read =
        report.verdicts.emplace_back(VerdictText{verdict.at("subject").get<std::string>(), side_of(verdict.at("left")),
                                                 side_of(verdict.at("right")), term_in<Verdict>(verdict, "verdict")});
    for (const VerdictSide* const side : {&read.left, &read.right}) {
      if (side->kind == VoiceKind::run) report.verdicts_on[side->who].push_back(report.verdicts.size() - 1);
    }
  }
  for (const Text& entry : report.json.at("runs")) {
    const RunName name = name_in(entry, "configuration");
    report.runs.emplace(name, runs_for(entry, name, all));
  }
  const Text& experiment = report.json.at("experiment");
  if (experiment.at("sha256") != row.text("experiment_sha256") || seeds_of(experiment) != row.text("seed")) {
    throw BadText{"it is of another experiment or seed than it is kept for"};
  }
  return report;
}

}  // namespace gridcensus::host::verify
