#include "host/report/document_index.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace gridcensus::host {

DocumentIndex::DocumentIndex(const ResultsDocument& document) : document_{document} {
  const auto add = [&](const VerdictView& view) {
    if (view.own->kind != VoiceKind::run || !view.own->quantity) return;
    views_[{view.own->name, view.own->problem, *view.own->quantity}].push_back(view);
  };
  for (const auto& verdict : document.verdicts) {
    add({&verdict, &verdict.left, &verdict.right});
    add({&verdict, &verdict.right, &verdict.left});
  }
  for (const auto& run : document.runs) runs_.emplace(std::pair{run.who.configuration, run.who.problem}, &run);
  for (const auto& problem : document.asked()) places_.emplace(problem, places_.size());
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
  return verdict.verdict == Verdict::equal || verdict.verdict == Verdict::consistent ||
         verdict.verdict == Verdict::holds;
}

bool is_contradiction(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == Verdict::disagree || verdict.verdict == Verdict::broken;
}

bool is_on_invariant(const ResultsDocument::VerdictEntry& verdict) {
  return verdict.verdict == Verdict::holds || verdict.verdict == Verdict::broken;
}

std::string shared_text(const ResultsDocument::VerdictEntry& verdict) {
  std::string text;
  for (const Shared& shared : verdict.shared) text += (text.empty() ? "" : ", ") + shared.text;
  return text;
}

}  // namespace gridcensus::host
