#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/verify/answers.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <exception>
#include <initializer_list>
#include <set>
#include <string_view>

namespace gridcensus::host::verify {

namespace {

/// The checksum of a row: SHA-256 of its fields, each with its length before it, cut to 128 bits.
class Fields {
 public:
  Fields(std::initializer_list<std::string_view> fields) {
    for (const auto field : fields) *this << field;
  }
  Fields& operator<<(std::string_view field) {
    text_ += std::to_string(field.size());
    text_ += ':';
    text_ += field;
    return *this;
  }
  /// A real number with every bit.
  Fields& operator<<(double value) {
    std::array<char, 40> text{};
    auto* const end = std::to_chars(text.begin(), text.end(), value, std::chars_format::hex).ptr;
    return *this << std::string_view{text.data(), end};
  }
  std::string checksum() const { return sha256_of(text_).substr(0, 32); }

 private:
  std::string text_;
};

/// Counts the rows that were looked at, and names the first few that do not fit.
class RowChecks {
 public:
  explicit RowChecks(const Tables& tables) : tables_{tables} {}

  void row(const std::string& what, const std::string& stored, const Fields& fields) {
    ++rows_;
    if (stored != fields.checksum()) wrong(what + " does not match its checksum");
  }
  void wrong(const std::string& what) {
    static constexpr std::size_t shown = 5;
    if (++wrong_ > shown) return;
    if (!first_.empty()) first_ += "; ";
    first_ += what;
  }
  /// The session's part in a checksum.
  std::string session(std::int64_t id, const std::string& of) {
    const auto found = tables_.sessions().find(id);
    if (found != tables_.sessions().end()) return found->second.checksum;
    wrong(of + " belongs to session " + std::to_string(id) + ", which is not there");
    return "";
  }

  std::size_t rows() const { return rows_; }
  std::optional<std::string> result() const {
    if (wrong_ == 0) return std::nullopt;
    return wrong_ > 1 ? fmt::format("{} rows: {}", wrong_, first_) : first_;
  }

 private:
  const Tables& tables_;
  std::size_t rows_ = 0;
  std::size_t wrong_ = 0;
  std::string first_;
};

void check_conclusion(const RunRow& run, const ConclusionRow& conclusion, RowChecks& rows) {
  const std::string what = "the conclusion of " + run.name();
  Fields fields{"conclusion", run.identity_sha256, rows.session(conclusion.session, what), conclusion.units,
                conclusion.total};
  fields << conclusion.seconds << conclusion.ended;
  for (const auto* texts : {&conclusion.outcomes, &conclusion.findings}) {
    fields << std::to_string(texts->size());
    for (const auto& [name, text] : *texts) fields << name << text;
  }
  rows.row(what, conclusion.checksum, fields);
}

void check_units(const RunRow& run, const std::vector<UnitRow>& units, RowChecks& rows) {
  std::map<std::int64_t, const UnitRow*> by_number;
  for (const UnitRow& unit : units) {
    const std::string what = fmt::format("unit {} of {}", unit.unit, run.name());
    rows.row(
        what, unit.checksum,
        Fields{"unit", run.identity_sha256, std::to_string(unit.unit), rows.session(unit.session, what), unit.tally}
            << unit.weight << unit.seconds);
    by_number.emplace(unit.unit, &unit);
  }
  for (const RecountRow& recount : run.recounts) {
    const std::string what = fmt::format("the recount of unit {} of {}", recount.unit, run.name());
    const auto unit = by_number.find(recount.unit);
    if (unit == by_number.end()) {
      rows.wrong(what + " is of a unit that is not there");
      continue;
    }
    if (unit->second->session == recount.session) rows.wrong(what + " is by the session that counted it");
    rows.row(what, recount.checksum,
             Fields{"recount", run.identity_sha256, std::to_string(recount.unit), rows.session(recount.session, what),
                    unit->second->tally}
                 << recount.seconds);
  }
}

void check_run(const RunRow& run, const std::vector<UnitRow>& units, RowChecks& rows) {
  const std::string& key = run.identity_sha256;
  const std::string name = run.name();
  rows.row(name, run.checksum,
           {"run", key, run.identity, run.configuration, run.problem, run.strategy, run.strategy_version,
            run.plugin_sha256, run.parameters});
  if (run.job) {
    rows.row("the size of " + name, run.job->checksum, Fields{"job", key, run.job->units} << run.job->weight);
  }
  for (const SizeRow& share : run.shares) {
    rows.row(fmt::format("part {} of {}", share.part, name), share.checksum,
             Fields{"share", key, share.part, share.units} << share.weight);
  }
  for (const EffortRow& effort : run.efforts) {
    const std::string what = "the time of " + name;
    rows.row(what, effort.checksum, Fields{"effort", key, rows.session(effort.session, what)} << effort.seconds);
  }
  for (const FailureRow& failure : run.failures) {
    const std::string what = "a failure of " + name;
    rows.row(what, failure.checksum,
             {"failure", key, rows.session(failure.session, what), failure.unit, failure.state, failure.message,
              failure.recorded});
  }
  for (const StandingRow& standing : run.standings) {
    rows.row(fmt::format("the standing of {} of {}", standing.quantity, name), standing.checksum,
             {"standing", key, standing.quantity, standing.standing, standing.witnesses});
  }
  check_units(run, units, rows);
  if (run.conclusion) check_conclusion(run, *run.conclusion, rows);
}

/// What the columns of a run say against its identity, of which they are copies.
///
/// @throws std::exception  a text is not what a ledger holds.
std::optional<std::string> flaw_of_identity(const RunRow& run) {
  if (sha256_of(run.identity) != run.identity_sha256) return "the identity does not give the SHA-256 stored with it";
  const Text identity = Text::parse(run.identity);
  const Text parameters = Text::parse(run.parameters);
  const auto says = [&](const char* name, const std::string& value) {
    return identity.contains(name) && identity.at(name) == Text(value);
  };
  if (!says("strategy", run.strategy)) return "the strategy is not that of the identity";
  if (!says("version", run.strategy_version)) return "the strategy's version is not that of the identity";
  if (!says("plugin", run.plugin_sha256)) return "the plugin is not that of the identity";
  const CountedProblem problem = problem_of(identity.at("problem"));
  if (problem.is_classic() && to_string(problem.box) != run.problem) return "the problem is not that of the identity";
  for (const auto& [name, value] : identity.at("parameters").items()) {
    if (!parameters.contains(name) || parameters.at(name) != value) {
      return "the parameter " + name + " is not that of the identity";
    }
  }
  return std::nullopt;
}

}  // namespace

void check_records(const Tables& tables, Checks& checks) {
  for (const std::string& flaw : tables.flaws()) checks.fails("ledger", flaw);
  RowChecks rows{tables};
  for (const auto& [id, s] : tables.sessions()) {
    rows.row("session " + std::to_string(id), s.checksum,
             {"session", s.experiment, s.experiment_sha256, s.seed, s.part, s.host, s.cpu, s.threads, s.isolation,
              s.compiler, s.version, s.started});
  }
  for (const RunRow& run : tables.runs()) check_run(run, tables.units(run), rows);
  for (const DocumentRow& row : tables.documents()) {
    rows.row("the document of " + row.experiment, row.checksum,
             {"document", row.experiment_sha256, row.seed, row.experiment, row.recorded, row.document});
  }
  checks.add("ledger",
             fmt::format("the checksums of {} of {} in {}, and what they belong to", counted(rows.rows(), "row"),
                         counted(tables.runs().size(), "run"), counted(tables.sessions().size(), "session")),
             rows.result());
  std::optional<std::string> wrong;
  std::set<std::string> known;
  for (const RunRow& run : tables.runs()) {
    if (wrong) break;
    try {
      wrong = flaw_of_identity(run);
    } catch (const std::exception& error) {
      wrong = fmt::format("a text cannot be read: {}", error.what());
    }
    if (!wrong && !known.insert(run.identity_sha256).second) wrong = "it is there twice";
    if (wrong) wrong = run.name() + ": " + *wrong;
  }
  checks.add("ledger", "the identities of " + counted(tables.runs().size(), "run"), wrong);
}

}  // namespace gridcensus::host::verify
