#include "host/report/finding_groups.hpp"

#include "host/compare/comparison.hpp"
#include "host/graph/voices.hpp"

#include <utility>

namespace gridcensus::host {

namespace {

using Found = ResultsDocument::FindingEntry;

/// Numbers and tables that are known exactly say more than estimates, and of these the more precise.
bool says_more(const FindingValue& value, const FindingValue& other) {
  const auto* right = std::get_if<Estimate>(&other);
  if (right == nullptr) return false;
  const auto* left = std::get_if<Estimate>(&value);
  return left == nullptr || left->standard_error < right->standard_error;
}

void add_entry(FindingGroup& group, const Found& entry, const DocumentIndex& index) {
  group.entries.push_back(&entry);
  if (group.best == nullptr || says_more(*entry.value, *group.best->value)) group.best = &entry;
  group.finders.insert(entry.who.configuration);
  if (!entry.quantity) return;
  group.quantity = entry.quantity;
  const auto& views = index.of(name_as_quantity(entry.who.configuration, entry.name),
                               subject_of(entry.name, entry.who.problem, false).problem, *entry.quantity);
  group.views.insert(group.views.end(), views.begin(), views.end());
}

void judge(FindingGroup& group, const ResultsDocument::VerdictEntry& verdict) {
  if (is_contradiction(verdict)) group.is_disputed = true;
  if (is_agreement(verdict) && !is_on_invariant(verdict) && verdict.shared.empty()) group.is_confirmed = true;
}

void add_verdict(FindingGroup& group, const ResultsDocument::VerdictEntry& verdict) {
  judge(group, verdict);
  if (!is_agreement(verdict)) return;
  for (const auto* side : {&verdict.left, &verdict.right}) group.agreeing.insert(side->name);
  if (!verdict.shared.empty()) group.shared.insert(shared_text(verdict));
  group.is_the_same = group.is_the_same && verdict.verdict == Verdict::equal;
}

}  // namespace

std::vector<FindingGroup> finding_groups(const ResultsDocument& document, const DocumentIndex& index) {
  // As comparisons call it, and the question that was asked.
  using Subject = std::pair<std::string, std::map<std::string, std::string>>;
  std::vector<FindingGroup> groups;
  std::map<Subject, std::size_t> place_of;
  for (const auto& entry : document.findings) {
    if (!entry.value) continue;
    const auto [name, problem] = subject_of(entry.name, entry.who.problem, entry.same_when_transposed);
    const std::string subject = to_string(FindingSubject{name, problem});
    const auto [found, is_new] = place_of.try_emplace({subject, index.question(entry.who)}, groups.size());
    if (is_new) {
      auto& group = groups.emplace_back();
      group.subject = subject;
      group.name = name;
      group.problem = problem;
    }
    add_entry(groups[found->second], entry, index);
  }
  for (const auto& verdict : document.verdicts) {
    const auto& side = verdict.left.kind == VoiceKind::run ? verdict.left : verdict.right;
    const auto* const run = index.run(side.name, side.problem);
    if (run == nullptr || side.quantity) continue;
    const auto found = place_of.find({verdict.subject, index.question(run->who)});
    if (found != place_of.end()) add_verdict(groups[found->second], verdict);
  }
  for (auto& group : groups) {
    for (const auto& view : group.views) judge(group, *view.verdict);
  }
  return groups;
}

}  // namespace gridcensus::host
