#pragma once

#include "host/ledger/ledger.hpp"
#include "host/ledger/table.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// The tables of a ledger. Each is described once: a row, then its columns as SQLite stores them.
///
/// Counts are TEXT, because they exceed 64 bits, and so are seeds. Real numbers in records are decimal text within
/// TEXT. Each checksum covers every field of its row and the names of the rows that it refers to. A file with any other
/// tables is not accepted, so each change here needs a new `format_version` (database.cpp).
namespace gridcensus::host {

inline constexpr ForeignKey to_run{"runs", "id", "run", "SELECT identity_sha256 FROM runs WHERE id = run", true};
inline constexpr ForeignKey to_session{"sessions", "id", "session", "SELECT checksum FROM sessions WHERE id = session"};

struct SessionRow : Session {
  std::int64_t id = 0;
  std::string started;  ///< UTC, to the microsecond
  std::string checksum;
  std::string last_write;  ///< UTC

  static constexpr LedgerTable table{
      TableName{"sessions", "session", 1},
      Column{"id", &SessionRow::id, Coverage::assigned},
      Column{"experiment", &SessionRow::experiment},
      Column{"experiment_sha256", &SessionRow::experiment_sha256},
      Column{"seed", &SessionRow::seed},
      Column{"part", &SessionRow::part},
      Column{"host", &SessionRow::host},
      Column{"cpu", &SessionRow::cpu},
      Column{"threads", &SessionRow::threads},
      Column{"isolation", &SessionRow::isolation},
      Column{"compiler", &SessionRow::compiler},
      Column{"version", &SessionRow::version},
      Column{"started", &SessionRow::started},
      Column{"checksum", &SessionRow::checksum, Coverage::uncovered, "UNIQUE"},
      Column{"last_write", &SessionRow::last_write, Coverage::uncovered},
  };
  std::string label() const { return "session " + std::to_string(id); }
};

struct RunRow : Provenance {
  std::int64_t id = 0;
  std::string identity_sha256;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"runs", "run", 1},
      Column{"id", &RunRow::id, Coverage::assigned},
      Column{"identity_sha256", &RunRow::identity_sha256, Coverage::covered, "UNIQUE"},
      Column{"identity", &RunRow::identity},
      Column{"configuration", &RunRow::configuration},
      Column{"problem", &RunRow::problem},
      Column{"strategy", &RunRow::strategy},
      Column{"strategy_version", &RunRow::strategy_version},
      Column{"plugin_sha256", &RunRow::plugin_sha256},
      Column{"parameters", &RunRow::parameters},
      Column{"checksum", &RunRow::checksum, Coverage::uncovered},
  };
  std::string label() const { return configuration + " on " + problem; }
};

/// The number of units of a run, or of a part of it.
struct SizeRow {
  Reference run;
  std::string part;  ///< "2/8"; empty: the whole run
  std::string units;
  double weight = 0;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"sizes", "size", 2},      Column{"run", &SizeRow::run, to_run},
      Column{"part", &SizeRow::part},     Column{"units", &SizeRow::units},
      Column{"weight", &SizeRow::weight}, Column{"checksum", &SizeRow::checksum, Coverage::uncovered},
  };
  std::string label() const { return part.empty() ? "the size" : "part " + part; }
};

/// The stored text in place of the number of units in a part of a run that is not split.
inline constexpr std::string_view deferred_share = "left";

struct EffortRow {
  Reference run;
  Reference session;
  double seconds = 0;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"efforts", "effort", 2},
      Column{"run", &EffortRow::run, to_run},
      Column{"session", &EffortRow::session, to_session},
      Column{"seconds", &EffortRow::seconds},
      Column{"checksum", &EffortRow::checksum, Coverage::uncovered},
  };
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): as other rows
  std::string label() const { return "the time"; }
};

struct UnitRow {
  Reference run;
  std::int64_t unit = 0;
  Reference session;
  std::string tally;
  double weight = 0;
  double seconds = 0;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"units", "unit", 2},
      Column{"run", &UnitRow::run, to_run},
      Column{"unit", &UnitRow::unit, Coverage::covered, "CHECK (unit >= 0)"},
      Column{"session", &UnitRow::session, to_session},
      Column{"tally", &UnitRow::tally},
      Column{"weight", &UnitRow::weight},
      Column{"seconds", &UnitRow::seconds},
      Column{"checksum", &UnitRow::checksum, Coverage::uncovered},
  };
  std::string label() const { return "unit " + std::to_string(unit); }
};

struct RecountRow {
  Reference run;
  std::int64_t unit = 0;
  Reference session;
  std::string tally;  ///< of the unit
  double seconds = 0;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"recounts", "recount", 2},
      Column{"run", &RecountRow::run, to_run},
      Column{"unit", &RecountRow::unit, Coverage::covered, "CHECK (unit >= 0)"},
      Column{"session", &RecountRow::session, to_session},
      Column{"tally", &RecountRow::tally, Coverage::borrowed,
             "SELECT tally FROM units WHERE units.run = recounts.run AND units.unit = recounts.unit"},
      Column{"seconds", &RecountRow::seconds},
      Column{"checksum", &RecountRow::checksum, Coverage::uncovered},
  };
  std::string label() const { return "the recount of unit " + std::to_string(unit); }
};

struct FailureRow {
  Reference run;
  Reference session;
  std::string unit;  ///< empty if the failure was not in a unit
  std::string state;
  std::string message;
  std::string recorded;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"failures", "failure", 2},
      Column{"run", &FailureRow::run, to_run},
      Column{"session", &FailureRow::session, to_session},
      Column{"unit", &FailureRow::unit},
      Column{"state", &FailureRow::state},
      Column{"message", &FailureRow::message},
      Column{"recorded", &FailureRow::recorded},
      Column{"checksum", &FailureRow::checksum, Coverage::uncovered},
  };
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): as other rows
  std::string label() const { return "the failure"; }
};

struct ConclusionRow {
  Reference run;
  Reference session;
  std::string units;
  std::string total;   ///< tally of these units
  std::string report;  ///< outcomes and findings
  double seconds = 0;
  std::string ended;
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"conclusions", "conclusion", 1},
      Column{"run", &ConclusionRow::run, to_run},
      Column{"session", &ConclusionRow::session, to_session},
      Column{"units", &ConclusionRow::units},
      Column{"total", &ConclusionRow::total},
      Column{"report", &ConclusionRow::report},
      Column{"seconds", &ConclusionRow::seconds},
      Column{"ended", &ConclusionRow::ended},
      Column{"checksum", &ConclusionRow::checksum, Coverage::uncovered},
  };
  // NOLINTNEXTLINE(readability-convert-member-functions-to-static): as other rows
  std::string label() const { return "the conclusion"; }
};

/// The results document of an experiment with a seed, as it was reported.
struct DocumentRow {
  std::string experiment_sha256;
  std::string seed;
  std::string experiment;  ///< file name
  std::string recorded;    ///< UTC, to the microsecond
  std::string document;    ///< JSON
  std::string checksum;

  static constexpr LedgerTable table{
      TableName{"documents", "document", 2},
      Column{"experiment_sha256", &DocumentRow::experiment_sha256},
      Column{"seed", &DocumentRow::seed},
      Column{"experiment", &DocumentRow::experiment},
      Column{"recorded", &DocumentRow::recorded},
      Column{"document", &DocumentRow::document},
      Column{"checksum", &DocumentRow::checksum, Coverage::uncovered},
  };
  std::string label() const { return "the document of " + experiment; }
};

/// Calls `visit.operator()<Row>()` for the row type of every table, in the order in which the tables are created.
template <class Visit>
void for_each_table(Visit visit) {
  const auto all = [&]<class... Rows>() { (visit.template operator()<Rows>(), ...); };
  all.template
  operator()<SessionRow, RunRow, SizeRow, EffortRow, UnitRow, RecountRow, FailureRow, ConclusionRow, DocumentRow>();
}

template <class Row>
concept OfRun = requires(Row row) {
  row.run;
};
template <class Row>
concept OfSession = requires(Row row) {
  row.session;
};

}  // namespace gridcensus::host
