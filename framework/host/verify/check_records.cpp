#include "host/base/json.hpp"
#include "host/base/sha256.hpp"
#include "host/base/text.hpp"
#include "host/verify/concluded_run.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <exception>
#include <map>
#include <set>
#include <utility>

namespace gridcensus::host::verify {

namespace {

std::string hashed_text(const std::string& text) { return text; }
std::string hashed_text(std::int64_t number) { return std::to_string(number); }
std::string hashed_text(double value) {  // with every bit
  std::array<char, 40> text{};
  return {text.data(), std::to_chars(text.begin(), text.end(), value, std::chars_format::hex).ptr};
}

/// Returns the checksum of a row: SHA-256 of its fields, each preceded by its length, cut to 128 bits.
std::string checksum_of(const std::vector<Cell>& fields) {
  std::string whole;
  for (const Cell& field : fields) {
    const std::string text = std::visit([](const auto& value) { return hashed_text(value); }, field);
    whole += fmt::format("{}:{}", text.size(), text);
  }
  return sha256_of(whole).substr(0, 32);
}

/// Counts the checked rows, and names the first few mismatches.
class RowChecks {
 public:
  explicit RowChecks(const Tables& tables) : tables_{tables} {}

  /// Returns the fields of a row as its checksum covers them. The number of a run or session differs between ledgers,
  /// so its name takes its place.
  ///
  /// @param record  the name of a row of its table in checksums
  /// @param run     nullptr if the row belongs to no run
  /// @param name    of the row, for messages
  std::vector<Cell> fields_of(const char* record, const Row& row, const RunRow* run, const std::string& name) {
    std::vector<Cell> fields{record};
    for (auto& [column, cell] : row.covered()) {
      if (column == "run") cell = run->text("identity_sha256");
      if (column == "session") cell = session(row.integer(column), name);
      fields.push_back(std::move(cell));
    }
    return fields;
  }
  void row(const std::string& name, const Row& row, const std::vector<Cell>& fields) {
    ++rows_;
    if (row.text("checksum") != checksum_of(fields)) wrong(name + " does not match its checksum");
  }
  void row(const char* record, const std::string& name, const Row& checked, const RunRow* run = nullptr) {
    row(name, checked, fields_of(record, checked, run, name));
  }
  void wrong(const std::string& what) {
    static constexpr std::size_t shown = 5;
    if (++wrong_ > shown) return;
    if (!first_.empty()) first_ += "; ";
    first_ += what;
  }

  std::size_t rows() const { return rows_; }
  std::optional<std::string> result() const {
    if (wrong_ == 0) return std::nullopt;
    return wrong_ > 1 ? fmt::format("{} rows: {}", wrong_, first_) : first_;
  }

 private:
  std::string session(std::int64_t id, const std::string& of) {
    const auto found = tables_.sessions().find(id);
    if (found != tables_.sessions().end()) return found->second.text("checksum");
    wrong(fmt::format("{} belongs to session {}, which is not there", of, id));
    return "";
  }

  const Tables& tables_;
  std::size_t rows_ = 0;
  std::size_t wrong_ = 0;
  std::string first_;
};

void check_conclusion(const RunRow& run, const Row& conclusion, RowChecks& rows) {
  const std::string name = "the conclusion of " + run.name();
  auto fields = rows.fields_of("conclusion", conclusion, &run, name);
  for (const auto& [table, column, text] :
       {std::array{"outcomes", "quantity", "outcome"}, {"findings", "name", "finding"}}) {
    fields.emplace_back(std::to_string(run.rows(table).size()));
    for (const Row& row : run.rows(table)) fields.insert(fields.end(), {row.text(column), row.text(text)});
  }
  rows.row(name, conclusion, fields);
}

void check_units(const RunRow& run, const std::vector<Row>& units, RowChecks& rows) {
  std::map<std::int64_t, const Row*> by_number;
  for (const Row& unit : units) {
    rows.row("unit", fmt::format("unit {} of {}", unit.integer("unit"), run.name()), unit, &run);
    by_number.emplace(unit.integer("unit"), &unit);
  }
  for (const Row& recount : run.rows("recounts")) {
    const std::string name = fmt::format("the recount of unit {} of {}", recount.integer("unit"), run.name());
    const auto found = by_number.find(recount.integer("unit"));
    if (found == by_number.end()) {
      rows.wrong(name + " is of a unit that is not there");
      continue;
    }
    const Row& unit = *found->second;
    if (unit.integer("session") == recount.integer("session")) rows.wrong(name + " is by the session that counted it");
    auto fields = rows.fields_of("recount", recount, &run, name);
    fields.insert(fields.end() - 1, unit.text("tally"));
    rows.row(name, recount, fields);
  }
}

void check_run(const RunRow& run, const std::vector<Row>& units, RowChecks& rows) {
  const std::string name = run.name();
  rows.row("run", name, run);
  for (const Row& job : run.rows("jobs")) rows.row("job", "the size of " + name, job, &run);
  for (const Row& share : run.rows("shares")) {
    rows.row("share", fmt::format("part {} of {}", share.text("part"), name), share, &run);
  }
  for (const Row& effort : run.rows("efforts")) rows.row("effort", "the time of " + name, effort, &run);
  for (const Row& failure : run.rows("failures")) rows.row("failure", "a failure of " + name, failure, &run);
  for (const Row& standing : run.rows("standings")) {
    rows.row("standing", fmt::format("the standing of {} of {}", standing.text("quantity"), name), standing, &run);
  }
  check_units(run, units, rows);
  for (const Row& conclusion : run.rows("conclusions")) check_conclusion(run, conclusion, rows);
}

/// Returns how the columns of a run contradict its identity, of which they are copies; nullopt if they do not.
///
/// @throws std::exception  if a text cannot be in a ledger.
std::optional<std::string> flaw_of_identity(const RunRow& run) {
  if (sha256_of(run.text("identity")) != run.text("identity_sha256")) {
    return "the identity does not give the SHA-256 stored with it";
  }
  const Text identity = Text::parse(run.text("identity"));
  const Text parameters = Text::parse(run.text("parameters"));
  const auto says = [&](const char* name, const char* column) {
    return identity.contains(name) && identity.at(name) == Text(run.text(column));
  };
  if (!says("strategy", "strategy")) return "the strategy is not that of the identity";
  if (!says("version", "strategy_version")) return "the strategy's version is not that of the identity";
  if (!says("plugin", "plugin_sha256")) return "the plugin is not that of the identity";
  if (to_string(problem_of(identity.at("problem"))) != run.text("problem")) {
    return "the problem is not that of the identity";
  }
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
  for (const auto& [id, session] : tables.sessions()) rows.row("session", "session " + std::to_string(id), session);
  for (const RunRow& run : tables.runs()) check_run(run, tables.units(run), rows);
  for (const Row& document : tables.documents()) {
    rows.row("document", "the document of " + document.text("experiment"), document);
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
      wrong = fmt::format("a text cannot be read: {}", message_of(error));
    }
    if (!wrong && !known.insert(run.text("identity_sha256")).second) wrong = "it is there twice";
    if (wrong) wrong = run.name() + ": " + *wrong;
  }
  checks.add("ledger", "the identities of " + counted(tables.runs().size(), "run"), wrong);
}

}  // namespace gridcensus::host::verify
