#include "host/report/difference.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/compare/comparer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host {

namespace {

using Document = ResultsDocument;
using OutcomeEntry = Document::OutcomeEntry;
using FindingEntry = Document::FindingEntry;

/// One of the two documents, and its name.
struct NamedDocument {
  const Document& document;
  char letter;
};

std::string title_of(const Document::Who& who, const std::string& what) {
  return fmt::format("{} of {} by {}", what, to_string(who.problem), who.configuration);
}

/// The names of an entry and of its counterpart in their comparison.
struct ComparedOrigins {
  ValueOrigin here;
  ValueOrigin there;
};

ComparedOrigins compared_origins(const NamedDocument& here, const Document::Who& who, const NamedDocument& there,
                                 const Document::Who& other) {
  const auto origin = [](const NamedDocument& named, const Document::Who& of) {
    return ValueOrigin{.kind = OriginKind::run,
                       .name = fmt::format("{} in {}", of.configuration, named.letter),
                       .problem = of.problem};
  };
  ComparedOrigins origins{origin(here, who), origin(there, other)};
  const auto* const own = here.document.run_of(who);
  const auto* const its = there.document.run_of(other);
  if (own == nullptr || its == nullptr) return origins;
  // An assembled document does not record which parameters are part of the question: then all of them count as part.
  const bool is_known = own->question && its->question;
  origins.here.question = is_known ? *own->question : own->parameters;
  origins.there.question = is_known ? *its->question : its->parameters;
  return origins;
}

AttributedOutcome attributed_outcome(ValueOrigin origin, const OutcomeEntry& entry) {
  return {std::move(origin), entry.quantity, entry.outcome, entry.follows_from.has_value()};
}

/// Returns whether two runs do the same work, so a difference of their answers or times has another cause.
bool is_same_work(const Document::Run& left, const Document::Run& right) {
  return left.parameters == right.parameters && left.inputs == right.inputs;
}

class DocumentComparison {
 public:
  DocumentComparison(const Document& left, const Document& right) : left_{left, 'A'}, right_{right, 'B'} {}

  Difference difference() && {
    compare_outcomes();
    compare_findings();
    compare_times();
    list_changes();
    found_.confidence = std::max(left_.document.confidence, right_.document.confidence);
    Comparer::judge(found_.comparisons, found_.confidence);
    if (found_.comparisons.empty() && found_.identical == 0) {
      throw BadInput{
          on_command_line("", fmt::format("{} and {} have no quantity of the same problem in common",
                                          printable(left_.document.origin), printable(right_.document.origin)))};
    }
    return std::move(found_);
  }

 private:
  const Document::Run* left_run(const Document::Who& who) const { return left_.document.run_of(who); }
  const Document::Run* right_run(const Document::Who& who) const { return right_.document.run_of(who); }

  bool is_same_work_of(const Document::Who& who) const {
    const auto* const left = left_run(who);
    const auto* const right = right_run(who);
    return left != nullptr && right != nullptr && is_same_work(*left, *right);
  }

  static const OutcomeEntry* same_in(const Document& document, const OutcomeEntry& entry) {
    const auto own = document.outcomes_of(entry.who);
    const auto found = std::ranges::find(own, entry.quantity, &OutcomeEntry::quantity);
    return found == own.end() ? nullptr : *found;
  }

  /// Returns the answer of another configuration to the same question, preferring an exact value; nullptr if there is
  /// none.
  const OutcomeEntry* comparable_in(const NamedDocument& here, const OutcomeEntry& entry, const NamedDocument& there) {
    const OutcomeEntry* best = nullptr;
    for (const OutcomeEntry* const other : outcomes_like(entry, there)) {
      if (std::holds_alternative<Unfinished>(other->outcome)) continue;
      const auto [own, its] = compared_origins(here, entry.who, there, other->who);
      if (!are_comparable(attributed_outcome(own, entry), attributed_outcome(its, *other))) continue;
      const bool is_better = best == nullptr || (!std::holds_alternative<Exact>(best->outcome) &&
                                                 std::holds_alternative<Exact>(other->outcome));
      if (is_better) best = other;
    }
    return best;
  }

  /// Returns the outcomes of a document for the same quantity of the same problem, up to maps of cells.
  const std::vector<const OutcomeEntry*>& outcomes_like(const OutcomeEntry& entry, const NamedDocument& named) {
    const auto key_of = [](const OutcomeEntry& of) {
      return OutcomeKey{of.quantity, class_under_maps(of.who.problem, of.quantity.info().under_maps)};
    };
    auto& places = outcomes_by_key_[&named];
    if (places.empty()) {
      for (const OutcomeEntry& other : named.document.outcomes) places[key_of(other)].push_back(&other);
    }
    return places[key_of(entry)];
  }

  void compare_pair(const OutcomeEntry& left, const OutcomeEntry& right) {
    const bool is_exact = std::holds_alternative<Exact>(left.outcome);
    if (!is_exact && left.who == right.who && left.outcome == right.outcome) {
      // Two unfinished outcomes cannot be compared.
      if (std::holds_alternative<Unfinished>(left.outcome)) return;
      ++found_.identical;
      return;
    }
    auto origins = compared_origins(left_, left.who, right_, right.who);
    const auto here = attributed_outcome(std::move(origins.here), left);
    const auto there = attributed_outcome(std::move(origins.there), right);
    if (!are_comparable(here, there)) return;
    found_.comparisons.push_back(compare(here, there));
    const bool are_sampled = std::holds_alternative<Estimate>(left.outcome) && left.who == right.who;
    if (are_sampled && is_repeated(left.who)) {
      found_.not_repeated.push_back(title_of(left.who, std::string{name_of(left.quantity)}));
    }
  }

  /// Returns whether a run draws the same random numbers in both documents.
  bool is_repeated(const Document::Who& who) const {
    return left_.document.seed == right_.document.seed && is_same_work_of(who) &&
           left_run(who)->plugin_sha256 == right_run(who)->plugin_sha256 &&
           left_run(who)->units == right_run(who)->units;
  }

  void compare_outcomes() {
    std::set<std::pair<const OutcomeEntry*, const OutcomeEntry*>> done;
    const auto add = [&](const OutcomeEntry& left, const OutcomeEntry& right) {
      if (done.emplace(&left, &right).second) compare_pair(left, right);
    };
    for (const OutcomeEntry& entry : left_.document.outcomes) {
      if (const auto* const same = same_in(right_.document, entry)) {
        add(entry, *same);
        continue;
      }
      found_.only_left.push_back(title_of(entry.who, std::string{name_of(entry.quantity)}));
      if (const auto* const other = comparable_in(left_, entry, right_)) add(entry, *other);
    }
    for (const OutcomeEntry& entry : right_.document.outcomes) {
      if (same_in(left_.document, entry) != nullptr) continue;
      found_.only_right.push_back(title_of(entry.who, std::string{name_of(entry.quantity)}));
      if (const auto* const other = comparable_in(right_, entry, left_)) add(*other, entry);
    }
  }

  static const FindingEntry* same_in(const Document& document, const FindingEntry& entry) {
    const auto own = document.findings_of(entry.who);
    const auto found = std::ranges::find_if(
        own, [&](const FindingEntry* other) { return other->name == entry.name && other->value.has_value(); });
    return found == own.end() ? nullptr : *found;
  }

  /// Compares the findings of runs that do the same work only, because a finding may depend on everything that its run
  /// does.
  void compare_findings() {
    for (const FindingEntry& entry : left_.document.findings) {
      if (!entry.value) continue;
      const auto* const other = same_in(right_.document, entry);
      if (other == nullptr) {
        found_.only_left.push_back(title_of(entry.who, "finding " + entry.name));
      } else if (is_same_work_of(entry.who)) {
        const bool is_exact =
            std::holds_alternative<Exact>(*entry.value) || std::holds_alternative<Table>(*entry.value);
        if (!is_exact && *entry.value == *other->value) {
          ++found_.identical;
          continue;
        }
        auto origins = compared_origins(left_, entry.who, right_, other->who);
        found_.comparisons.push_back(compare(AttributedFinding{std::move(origins.here), entry.name, *entry.value},
                                             AttributedFinding{std::move(origins.there), other->name, *other->value}));
      }
    }
    for (const FindingEntry& entry : right_.document.findings) {
      if (!entry.value || same_in(left_.document, entry) != nullptr) continue;
      found_.only_right.push_back(title_of(entry.who, "finding " + entry.name));
    }
  }

  void compare_times() {
    std::vector<std::pair<double, double>> times;
    for (const Document::Run& left : left_.document.runs) {
      const auto* const right = right_run(left.who);
      if (right == nullptr || left.state != RunState::concluded || right->state != RunState::concluded) continue;
      if (!is_same_work(left, *right) || left.units != right->units) continue;
      if (left.seconds <= 0 || right->seconds <= 0) continue;
      if (left.seconds == right->seconds)
        ++found_.same_times;
      else
        times.emplace_back(left.seconds, right->seconds);
    }
    found_.times = paired_times(times);
  }

  void change(const std::string& what, const std::string& left, const std::string& right) {
    const bool is_new = left != right && changed_.insert(what + "\n" + left + "\n" + right).second;
    if (is_new) found_.changes.push_back({what, left, right});
  }

  void list_changes() {
    const Document::Produced& here = left_.document.produced;
    const Document::Produced& there = right_.document.produced;
    change("host", here.host, there.host);
    change("cpu", here.cpu, there.cpu);
    change("threads", std::to_string(here.threads), std::to_string(there.threads));
    change("version", here.version, there.version);
    change("compiler", here.compiler, there.compiler);
    change("part", here.part, there.part);
    change("experiment file", left_.document.file, right_.document.file);
    change("experiment", left_.document.sha256.substr(0, hash_digits), right_.document.sha256.substr(0, hash_digits));
    change("seed", std::to_string(left_.document.seed), std::to_string(right_.document.seed));
    change("confidence", fmt::format("{}", left_.document.confidence), fmt::format("{}", right_.document.confidence));
    for (const Document::Run& left : left_.document.runs) {
      const auto* const right = right_run(left.who);
      if (right == nullptr) continue;
      change("version of " + left.who.strategy, left.version, right->version);
      change("plugin of " + left.who.strategy, left.plugin_sha256.substr(0, hash_digits),
             right->plugin_sha256.substr(0, hash_digits));
      list_changes(left.parameters, right->parameters, "parameter", left.who.configuration);
      list_changes(left.inputs, right->inputs, "input", title_of(left.who, "run"));
      change("state of " + left.who.configuration + " on " + to_string(left.who.problem),
             std::string{name_of(left.state)}, std::string{name_of(right->state)});
    }
  }

  void list_changes(const std::map<std::string, std::string>& left, const std::map<std::string, std::string>& right,
                    const std::string& what, const std::string& of) {
    std::set<std::string> names;
    for (const auto* side : {&left, &right}) {
      for (const auto& [name, value] : *side) names.insert(name);
    }
    const auto value_in = [](const auto& side, const std::string& name) {
      const auto found = side.find(name);
      return found == side.end() ? std::string{"none"} : found->second;
    };
    for (const auto& name : names) {
      change(fmt::format("{} {} of {}", what, name, of), value_in(left, name), value_in(right, name));
    }
  }

  static constexpr std::size_t hash_digits = 12;

  NamedDocument left_;
  NamedDocument right_;
  Difference found_;
  using OutcomeKey = std::pair<Quantity, std::string>;
  std::map<const NamedDocument*, std::map<OutcomeKey, std::vector<const OutcomeEntry*>>> outcomes_by_key_;
  std::set<std::string> changed_;
};

}  // namespace

std::size_t Difference::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(comparisons, verdict, &Comparison::verdict));
}

ExitCode Difference::exit_code() const {
  return count(Verdict::disagree) > 0 ? ExitCode::disagreement : ExitCode::all_agree;
}

Difference difference_of(const Document& left, const Document& right) {
  return DocumentComparison{left, right}.difference();
}

}  // namespace gridcensus::host
