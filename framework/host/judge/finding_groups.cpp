#include "host/judge/finding_groups.hpp"

#include "host/base/errors.hpp"
#include "host/compare/comparison.hpp"
#include "host/judge/answers.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

using Found = ResultsDocument::FindingEntry;

/// Returns whether `value` is more informative: exact numbers and tables before estimates, then the more precise
/// estimate.
bool is_more_informative(const FindingValue& value, const FindingValue& other) {
  const auto* right = std::get_if<Estimate>(&other);
  if (right == nullptr) return false;
  const auto* left = std::get_if<Estimate>(&value);
  return left == nullptr || left->standard_error < right->standard_error;
}

void judge(FindingGroup& group, const ResultsDocument::VerdictView& view) {
  const auto& verdict = *view.verdict;
  if (is_contradiction(verdict)) group.confirmation = Confirmation::disputed;
  if (!is_agreement(verdict) || is_on_invariant(verdict)) return;
  group.names.insert(view.other->name);
  if (verdict.shared.empty()) group.confirmation = std::max(group.confirmation, Confirmation::confirmed);
}

void add_entry(FindingGroup& group, const Found& entry, const ResultsDocument& document) {
  if (group.best == nullptr || is_more_informative(*entry.value, *group.best->value)) group.best = &entry;
  const auto& configuration = entry.run_id.configuration;
  group.names.insert(configuration);
  for (const auto& view : document.verdicts_on(group.subject, configuration, entry.run_id.problem)) judge(group, view);
  if (!entry.quantity) return;
  for (const auto& view : document.verdicts_on(name_of(*entry.quantity), name_as_quantity(configuration, entry.name),
                                               subject_of(entry.name, entry.run_id.problem, false).problem)) {
    judge(group, view);
  }
}

}  // namespace

std::vector<SharedFinding> shared_findings(const ResultsDocument& document, const std::vector<const Found*>& entries) {
  std::vector<SharedFinding> all;
  for (const Found* const entry : entries) {
    auto same = std::ranges::find_if(all, [&](const SharedFinding& other) {
      const Found& first = *other.first;
      return entry->value && first.value == entry->value && first.name == entry->name &&
             first.run_id.problem == entry->run_id.problem &&
             document.question_of(first.run_id) == document.question_of(entry->run_id);
    });
    if (same == all.end()) same = all.insert(same, SharedFinding{.first = entry});
    const auto& name = entry->run_id.configuration;
    if (std::ranges::find(same->configurations, name) == same->configurations.end()) {
      same->configurations.push_back(name);
    }
    if (same->row_names.empty()) same->row_names = entry->row_names;
  }
  return all;
}

Found finding_entry(const ResultsDocument::RunId& run_id, const std::string& name, const Finding& finding) {
  const std::string_view mark = internal_mark;
  const bool is_internal = finding.help.starts_with(mark);
  return {.run_id = run_id,
          .name = name,
          .help = printable(finding.help.substr(is_internal ? mark.size() : 0)),
          .same_when_transposed = finding.same_when_transposed,
          .quantity = finding.quantity,
          .value = finding.value,
          .is_internal = is_internal};
}

std::string definition_in(const std::string& help) { return help.substr(0, help.find(". ")); }

std::string subject_of(const Found& entry) {
  return to_string(subject_of(entry.name, entry.run_id.problem, entry.same_when_transposed));
}

std::vector<FindingGroup> finding_groups(const ResultsDocument& document) {
  // The name in verdicts, and the question that was asked.
  using Subject = std::pair<std::string, std::map<std::string, std::string>>;
  std::vector<FindingGroup> groups;
  std::map<Subject, std::size_t> index_of;
  for (std::size_t place = 0; place < document.findings.size(); ++place) {
    const Found& entry = document.findings[place];
    if (!entry.value) continue;
    const std::string subject = subject_of(entry);
    const auto [found, is_new] = index_of.try_emplace({subject, document.question_of(entry.run_id)}, groups.size());
    if (is_new) {
      auto& group = groups.emplace_back();
      group.subject = subject;
      const auto [name, problem] = subject_of(entry.name, entry.run_id.problem, entry.same_when_transposed);
      group.name = name;
      group.problem = problem;
    }
    FindingGroup& group = groups[found->second];
    group.entries.push_back(place);
    group.is_internal = group.is_internal && entry.is_internal;
    add_entry(group, entry, document);
    group.is_internal = group.is_internal && group.confirmation != Confirmation::disputed;
  }
  return groups;
}

}  // namespace gridcensus::host
