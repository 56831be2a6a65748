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

/// Returns the origin of a run.
Text origin_of(const Tables& tables, const ConcludedRun& concluded, const std::vector<Row>& units) {
  const RunRow& run = *concluded.run;
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

/// Returns the formula of an outcome from the sum.
Text follows(const StrategyReplies* replies, const std::string& quantity) {
  if (replies == nullptr || !replies->formulas.contains(quantity)) return "concluded by the strategy";
  const Formula& formula = replies->formulas.at(quantity);
  return {{"sum", formula.sum},
          {"times", formula.times.get_str()},
          {"divisor", formula.divisor.get_str()},
          {"formula", formula.text}};
}

Text divisors_text(const StrategyReplies* replies) {
  if (replies == nullptr) return "not known: the strategy could not be asked";
  Text list = Text::array();
  for (const auto& [first, of] : replies->divisors) {
    Text names = Text::object();
    for (const auto& [name, divisor] : of) names[name] = divisor.get_str();
    list.push_back({{"from_unit", first}, {"of", std::move(names)}});
  }
  return list;
}

Text conclusion_of(const ConcludedRun& concluded, const Verified& verified) {
  const auto known = verified.replies.find(concluded.run->integer("id"));
  const StrategyReplies* const replies = known == verified.replies.end() ? nullptr : &known->second;
  Text outcomes = Text::object();
  for (const auto& [quantity, outcome] : concluded.outcomes) {
    outcomes[quantity] = {{"outcome", outcome}, {"follows", follows(replies, quantity)}};
  }
  return {{"sum", parsed(concluded.run->row("conclusions")->text("total"))},
          {"unit_divisors", divisors_text(replies)},
          {"outcomes", std::move(outcomes)},
          {"findings", concluded.findings}};
}

Json run_document(const Tables& tables, const Verified& verified, const ConcludedRun& concluded) {
  std::vector<Row> units = tables.units(*concluded.run);
  std::erase_if(units,
                [&](const Row& unit) { return static_cast<std::uint64_t>(unit.integer("unit")) >= concluded.units; });
  const Text origin = origin_of(tables, concluded, units);
  const Text conclusion = conclusion_of(concluded, verified);
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
  for (const ConcludedRun& concluded : verified.runs) {
    document["runs"].push_back(run_document(tables, verified, concluded));
  }
  return document.dump(1) + "\n";
}

}  // namespace gridcensus::host::verify
