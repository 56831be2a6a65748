#include "host/results/results_document.hpp"

namespace gridcensus::host {

namespace {

void collect_given(const ResultsDocument::Grounds& grounds, std::set<Quantity>& given) {
  for (const auto& input : grounds.inputs) {
    if (input.given) given.insert(input.quantity);
    collect_given(input.grounds, given);
  }
}

}  // namespace

std::vector<std::pair<std::string_view, std::string>> ResultsDocument::Produced::members() const {
  std::vector<std::pair<std::string_view, std::string>> members{
      {"host", host}, {"cpu", cpu},           {"threads", threads == 0 ? "" : std::to_string(threads)},
      {"date", date}, {"compiler", compiler}, {"version", version},
      {"part", part}};
  std::erase_if(members, [](const auto& member) { return member.second.empty(); });
  return members;
}

std::vector<Problem> ResultsDocument::asked() const {
  std::vector<Problem> asked;
  for (const auto& each : problems) asked.push_back(each.problem);
  return asked;
}

std::map<Problem, std::string> ResultsDocument::words() const {
  std::map<Problem, std::string> words;
  for (const auto& [problem, asked] : problems) {
    if (!asked.empty()) words.emplace(problem, asked);
  }
  return words;
}

void ResultsDocument::complete() {
  if (seeds.empty()) seeds = {seed};
  std::set<Problem> known;
  for (const auto& each : problems) known.insert(each.problem);
  const auto add = [&](const Problem& problem) {
    if (known.insert(problem).second) problems.push_back({problem, ""});
  };
  for (const auto& run : runs) add(run.who.problem);
  for (const auto& refusal : not_applicable) add(refusal.who.problem);
  places_.clear();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto& place = places_[runs[i].who].run;
    if (!place) place = i;
  }
  for (std::size_t i = 0; i < outcomes.size(); ++i) places_[outcomes[i].who].outcomes.push_back(i);
  for (std::size_t i = 0; i < findings.size(); ++i) places_[findings[i].who].findings.push_back(i);
}

const ResultsDocument::Run* ResultsDocument::run_of(const Who& who) const {
  const auto found = places_.find(who);
  return found == places_.end() || !found->second.run ? nullptr : &runs[*found->second.run];
}

std::vector<const ResultsDocument::OutcomeEntry*> ResultsDocument::outcomes_of(const Who& who) const {
  std::vector<const OutcomeEntry*> entries;
  if (const auto found = places_.find(who); found != places_.end()) {
    for (const auto place : found->second.outcomes) entries.push_back(&outcomes[place]);
  }
  return entries;
}

std::vector<const ResultsDocument::FindingEntry*> ResultsDocument::findings_of(const Who& who) const {
  std::vector<const FindingEntry*> entries;
  if (const auto found = places_.find(who); found != places_.end()) {
    for (const auto place : found->second.findings) entries.push_back(&findings[place]);
  }
  return entries;
}

std::set<Quantity> given_inputs(const ResultsDocument::Grounds& grounds) {
  std::set<Quantity> given;
  collect_given(grounds, given);
  return given;
}

}  // namespace gridcensus::host
