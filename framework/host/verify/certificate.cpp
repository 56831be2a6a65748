#include "host/verify/certificate.hpp"

#include "host/base/json.hpp"
#include "host/base/sha256.hpp"

#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

Json ordered(const Text& text) { return Json::parse(text.dump()); }

Text session_text(const Row& session) {
  Text text = Text::object();
  for (const auto& [column, cell] : session.covered()) text[column] = session.text(column);
  return text;
}

/// Where the run comes from.
Text origin_of(const Tables& tables, const Answers& answers, const std::vector<Row>& units) {
  const RunRow& run = *answers.run;
  Text sessions = Text::object();
  const auto add = [&](std::int64_t id) { sessions[std::to_string(id)] = session_text(tables.sessions().at(id)); };
  for (const Row& unit : units) add(unit.integer("session"));
  const Row& conclusion = *run.row("conclusions");
  add(conclusion.integer("session"));
  return {{"configuration", run.text("configuration")},
          {"problem", run.text("problem")},
          {"strategy", run.text("strategy")},
          {"strategy_version", run.text("strategy_version")},
          {"plugin_sha256", run.text("plugin_sha256")},
          {"parameters", Text::parse(run.text("parameters"))},
          {"identity", run.text("identity")},
          {"identity_sha256", run.text("identity_sha256")},
          {"job_units", run.row("jobs")->text("units")},
          {"sessions", std::move(sessions)},
          {"concluded_in_session", conclusion.integer("session")},
          {"concluded", conclusion.text("ended")}};
}

/// How the outcome follows from the sum.
Text follows(const Told* told, const std::string& quantity) {
  if (told == nullptr || !told->formulas.contains(quantity)) return "concluded by the strategy";
  const Formula& formula = told->formulas.at(quantity);
  return {{"sum", formula.sum},
          {"times", formula.times.get_str()},
          {"divisor", formula.divisor.get_str()},
          {"formula", formula.text}};
}

Text divisors_text(const Told* told) {
  if (told == nullptr) return "not known: the strategy could not be asked";
  Text list = Text::array();
  for (const auto& [first, of] : told->divisors) {
    Text names = Text::object();
    for (const auto& [name, divisor] : of) names[name] = divisor.get_str();
    list.push_back({{"from_unit", first}, {"of", std::move(names)}});
  }
  return list;
}

Text conclusion_of(const Answers& answers, const Verified& verified) {
  const auto known = verified.told.find(answers.run->integer("id"));
  const Told* const told = known == verified.told.end() ? nullptr : &known->second;
  Text outcomes = Text::object();
  for (const auto& [quantity, outcome] : answers.outcomes) {
    outcomes[quantity] = {{"outcome", outcome}, {"follows", follows(told, quantity)}};
  }
  return {{"sum", parsed(answers.run->row("conclusions")->text("total"))},
          {"unit_divisors", divisors_text(told)},
          {"outcomes", std::move(outcomes)},
          {"findings", answers.findings}};
}

Json run_document(const Tables& tables, const Verified& verified, const Answers& answers) {
  std::vector<Row> units = tables.units(*answers.run);
  std::erase_if(units,
                [&](const Row& unit) { return static_cast<std::uint64_t>(unit.integer("unit")) >= answers.units; });
  const Text origin = origin_of(tables, answers, units);
  const Text conclusion = conclusion_of(answers, verified);
  std::string link = sha256_of(origin.dump());
  Json chain{{"begin", link}};
  Json listed = Json::array();
  for (const Row& row : units) {
    const Text unit{
        {"unit", row.integer("unit")}, {"session", row.integer("session")}, {"tally", parsed(row.text("tally"))}};
    link = sha256_of(link + unit.dump());
    listed.push_back(ordered(unit));
  }
  chain["after_units"] = link;
  chain["end"] = sha256_of(link + conclusion.dump());
  return {{"origin", ordered(origin)},
          {"units", std::move(listed)},
          {"conclusion", ordered(conclusion)},
          {"chain", std::move(chain)}};
}

}  // namespace

std::string certificate(const Tables& tables, const Verified& verified) {
  Json document{{"certificate", "gridcensus 1"},
                {"checked_by", "check_certificate.py, which comes with gridcensus and needs nothing but Python 3"},
                {"runs", Json::array()}};
  for (const Answers& answers : verified.answers) {
    document["runs"].push_back(run_document(tables, verified, answers));
  }
  return document.dump(1) + "\n";
}

}  // namespace gridcensus::host::verify
