#include "host/report/document_index.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace gridcensus::host {

DocumentIndex::DocumentIndex(const ResultsDocument& document) : document_{document} {
  const auto add = [&](const VerdictView& view) {
    if (view.own->kind != "run" || !view.own->quantity) return;
    views_[{view.own->name, view.own->problem, *view.own->quantity}].push_back(view);
  };
  for (const auto& verdict : document.verdicts) {
    add({&verdict, &verdict.left, &verdict.right});
    add({&verdict, &verdict.right, &verdict.left});
  }
  for (const auto& run : document.runs) runs_.emplace(std::pair{run.who.configuration, run.who.problem}, &run);
  for (const auto& problem : document.problems) places_.emplace(problem, places_.size());
}

const std::vector<VerdictView>& DocumentIndex::of(const std::string& voice, const Problem& problem,
                                                  Quantity quantity) const {
  static const std::vector<VerdictView> none;
  const auto found = views_.find({voice, problem, quantity});
  return found == views_.end() ? none : found->second;
}

const ResultsDocument::Run* DocumentIndex::run(const std::string& configuration, const Problem& problem) const {
  const auto found = runs_.find({configuration, problem});
  return found == runs_.end() ? nullptr : found->second;
}

const std::map<std::string, std::string>& DocumentIndex::question(const ResultsDocument::Who& who) const {
  static const std::map<std::string, std::string> none;
  const auto* const own = run(who.configuration, who.problem);
  return own == nullptr || !own->question ? none : *own->question;
}

const ResultsDocument::OutcomeEntry* DocumentIndex::outcome(const ResultsDocument::Who& who, Quantity quantity) const {
  const auto own = document_.outcomes_of(who);
  const auto found = std::ranges::find(own, quantity, &ResultsDocument::OutcomeEntry::quantity);
  return found == own.end() ? nullptr : *found;
}

std::size_t DocumentIndex::place_of(const Problem& problem) const {
  const auto found = places_.find(problem);
  return found == places_.end() ? places_.size() : found->second;
}

bool is_agreement(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == "equal" || verdict.verdict == "consistent" || verdict.verdict == "holds";
}

bool is_contradiction(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == "disagree" || verdict.verdict == "broken";
}

bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == "holds" || verdict.verdict == "broken";
}

std::string shared_text(const ResultsDocument::VerdictEntry& verdict) {
  return fmt::format("{}", fmt::join(verdict.shared, ", "));
}

}  // namespace gridcensus::host
