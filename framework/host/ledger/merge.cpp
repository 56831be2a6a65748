#include "host/ledger/merge.hpp"

#include "host/base/json.hpp"
#include "host/ledger/checked_rows.hpp"
#include "host/ledger/missing_units.hpp"
#include "host/ledger/pending_file.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

std::string file_name(const Path& file) { return printable(file.string()); }

/// Refuses ledgers of different experiments. The message names the first that differs and how.
class CompatibilityCheck {
 public:
  void add(const CheckedRows& input) {
    input.for_each<SessionRow>([&](const SessionRow& session) {
      check_same(input, "experiment", session.experiment + " (" + session.experiment_sha256.substr(0, 12) + ")");
      check_same(input, "seed", session.seed);
      check_same(input, "compiler", session.compiler);
      check_same(input, "version of gridcensus", session.version);
    });
    input.for_each<RunRow>([&](const RunRow& run) {
      check_same(input, "plugin for " + run.label(), run.strategy + " (" + run.plugin_sha256.substr(0, 12) + ")");
      // Long rules have names that are shortened to a number, which other rules may share.
      check_same(input, "question in " + run.label(), run.identity, problem_in(run.identity));
    });
  }

 private:
  /// Returns the problem of an identity; empty if it has none.
  static std::string problem_in(const std::string& identity) {
    try {
      return parse_json(identity).at("problem").dump();
    } catch (const std::exception&) {
      return {};
    }
  }

  /// @param key  distinguishes items of the same name
  void check_same(const CheckedRows& input, const std::string& what, const std::string& value,
                  const std::string& key = "") {
    const auto [first, is_new] = first_.try_emplace({what, key}, value, input.file);
    const auto& [first_value, first_file] = first->second;
    if (is_new || first_value == value) return;
    throw BadInput{fmt_difference(input.file, first_file, what, value, first_value)};
  }

  static std::string fmt_difference(const Path& file, const Path& first_file, const std::string& what,
                                    const std::string& value, const std::string& first_value) {
    return "these ledgers cannot be merged: " + file_name(file) + " has another " + printable(what) + " than " +
           file_name(first_file) + ": " + printable(value) + " and " + printable(first_value) + "; nothing was written";
  }

  std::map<std::pair<std::string, std::string>, std::pair<std::string, Path>> first_;
};

/// Copies the rows of all inputs into one ledger.
class Merger {
 public:
  Merger(const Path& file, std::span<const CheckedRows> inputs) : database_{create_for_merging(file)}, inputs_{inputs} {
    database_.exec("BEGIN; CREATE TEMP TABLE candidates AS SELECT * FROM recounts");
    number_sessions();
    number_runs();
    for (const CheckedRows& input : inputs) take(input);
    // Keeps the first in the order of the checksums.
    database_.exec(
        "INSERT INTO recounts SELECT candidates.* FROM candidates JOIN units USING (run, unit) WHERE "
        "candidates.session != units.session ORDER BY candidates.checksum ON CONFLICT DO NOTHING; "
        "DROP TABLE candidates; COMMIT");
  }

  SQLite::Database& database() { return database_; }

  /// Rewrites the file, so its bytes depend on the rows and not on the order of insertion.
  void finish() { database_.exec("VACUUM"); }

 private:
  /// Assigns new numbers in an order that does not depend on the order of the inputs: by start and checksum.
  void number_sessions() {
    std::map<std::pair<std::string, std::string>, SessionRow> all;
    for (const CheckedRows& input : inputs_) {
      input.for_each<SessionRow>([&](const SessionRow& session) {
        auto& row = all.try_emplace({session.started, session.checksum}, session).first->second;
        row.last_write = std::max(row.last_write, session.last_write);
      });
    }
    RowWriter<SessionRow> writer{database_};
    for (const auto& [key, row] : all) {
      writer.store(row);
      session_number_[row.checksum] = database_.getLastInsertRowid();
    }
  }

  void number_runs() {
    std::map<std::pair<std::string, std::string>, RunRow> all;
    for (const CheckedRows& input : inputs_) {
      input.for_each<RunRow>([&](const RunRow& run) { all.try_emplace({run.label(), run.identity_sha256}, run); });
    }
    RowWriter<RunRow> writer{database_};
    for (const auto& [key, row] : all) {
      writer.store(row);
      run_number_[row.identity_sha256] = database_.getLastInsertRowid();
    }
  }

  void take(const CheckedRows& input) {
    const auto check_same = [&](const auto& stored, const auto& row, const std::string& what) {
      if (stored.checksum != row.checksum) fail_on_mismatch(input, row, what);
      return false;
    };
    take_rows<SizeRow>(input, [&](const SizeRow& stored, const SizeRow& row) {
      return check_same(stored, row, row.part.empty() ? "the number of units" : row.label());
    });
    take_rows<EffortRow>(input,
                         [](const EffortRow& stored, const EffortRow& row) { return row.seconds > stored.seconds; });
    take_units(input);
    take_rows<FailureRow>(input, [](const FailureRow&, const FailureRow&) { return false; });
    take_rows<ConclusionRow>(input, [&](const ConclusionRow& stored, const ConclusionRow& row) {
      const bool is_same = stored.units == row.units && stored.total == row.total && stored.report == row.report;
      if (!is_same) fail_on_mismatch(input, row, row.label());
      return row.checksum < stored.checksum;
    });
  }

  /// Copies the rows of a table.
  ///
  /// @param is_preferred  takes the stored row and another with the same key, and returns true if the other replaces
  ///                      it. Must not depend on the order of the two.
  template <class Row, class IsPreferred>
  void take_rows(const CheckedRows& input, IsPreferred is_preferred) {
    RowWriter<Row> writer{database_, OnConflict::keep_stored};
    RowWriter<Row> replacement{database_, OnConflict::replace_stored};
    RowReader<Row> reader{database_, key_condition(text_of_table<Row>())};
    input.for_each<Row>([&](Row row) {
      renumber(row);
      if (writer.store(row)) return;
      const auto stored = reader.find(row);
      if (is_preferred(*stored, row)) replacement.store(row);
    });
  }

  void take_units(const CheckedRows& input) {
    TableText candidates = text_of_table<RecountRow>();
    candidates.name = "candidates";
    RowWriter<RecountRow> writer{database_, OnConflict::fail, candidates};
    // Two sessions counted the unit: one row stays, and the other becomes a recount.
    take_rows<UnitRow>(input, [&](const UnitRow& stored, const UnitRow& row) {
      if (stored.tally != row.tally) fail_on_mismatch(input, row, row.label());
      if (stored.session == row.session) return false;
      const bool is_preferred = row.checksum < stored.checksum;
      const UnitRow& other = is_preferred ? stored : row;
      writer.store(with_checksum(RecountRow{other.run, other.unit, other.session, other.tally, other.seconds, {}}));
      return is_preferred;
    });
    input.for_each<RecountRow>([&](RecountRow row) {
      renumber(row);
      writer.store(row);
    });
  }

  /// Changes the references of a row to their numbers in the merged ledger.
  template <class Row>
  void renumber(Row& row) const {
    row.run.id = run_number_.at(row.run.name);
    if constexpr (OfSession<Row>) row.session.id = session_number_.at(row.session.name);
  }

  template <class Row>
  [[noreturn]] void fail_on_mismatch(const CheckedRows& input, const Row& row, const std::string& what) const {
    const auto run = RowReader<RunRow>{database_, "id = ?", row.run}.next();
    throw ResultMismatch{
        file_name(input.file) + " and another of these ledgers have different results for " + what + " of " +
        printable(run->label()) +
        ", so the strategy is not deterministic, or one of the two counts is wrong; nothing was written"};
  }

  SQLite::Database database_;
  std::span<const CheckedRows> inputs_;
  std::map<std::string, std::int64_t> session_number_;  ///< by checksum
  std::map<std::string, std::int64_t> run_number_;      ///< by hash of the identity
};

/// Writes the merged ledger to a separate file.
Merged merge_into(const Path& file, std::span<const CheckedRows> inputs, bool allow_gaps) {
  Merger merger{file, inputs};
  SQLite::Database& database = merger.database();
  Merged merged{.ledgers = inputs.size(),
                .runs = count(database, "SELECT count(*) FROM runs"),
                .units = count(database, "SELECT count(*) FROM units"),
                .recounts = count(database, "SELECT count(*) FROM recounts"),
                .gaps = missing_units(database)};
  merged.is_written = merged.gaps.empty() || allow_gaps;
  if (merged.is_written) merger.finish();
  return merged;
}

}  // namespace

Merged merge_ledgers(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output,
                     bool allow_gaps) {
  std::vector<CheckedRows> opened;
  std::set<Path> seen;
  const auto open = [&](const Path& file) {
    auto database = open_for_reading(file);
    if (!database) return false;
    std::error_code ignored;
    if (seen.insert(std::filesystem::weakly_canonical(file, ignored)).second) {
      opened.push_back({file, *std::move(database)});
    }
    return true;
  };
  for (const auto& file : inputs) {
    if (!open(file)) throw no_ledger(file);
  }
  PendingFile pending{output.string() + ".merging"};
  open(output);
  CompatibilityCheck experiment;
  for (const CheckedRows& input : opened) guarded(input.file, [&] { experiment.add(input); });
  return guarded(pending.file(), [&] {
    Merged merged = merge_into(pending.file(), opened, allow_gaps);
    if (!merged.is_written) return merged;
    // Close the output before it is replaced: its locks must not outlive its name.
    opened.clear();
    pending.rename_to(output);
    pending.keep();
    return merged;
  });
}

}  // namespace gridcensus::host
