#include "host/ledger/damage.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/ledger/checked_rows.hpp"

#include <cstdint>
#include <set>
#include <type_traits>
#include <utility>

namespace gridcensus::host {

namespace {

/// Finds rows that do not match their checksums. Changes nothing.
class Inspection {
 public:
  explicit Inspection(const SQLite::Database& database) : database_{database} {
    for_each_table([this]<class Row>() { inspect<Row>(); });
  }

  LedgerDamage take_damage() { return {std::move(damage_), " does not match its checksum", are_documents_valid_}; }

 private:
  template <class Row>
  void inspect() {
    RowReader<Row> rows{database_};
    while (const auto row = rows.next()) {
      if (goes_with_its_run(*row)) continue;
      if (is_sound(*row)) {
        note(*row);
        continue;
      }
      const bool is_run = std::is_same_v<Row, RunRow>;
      damage_.push_back({name_of_row(database_, *row) + (is_run ? ", with all its units" : ""), removal(*row)});
      if (!std::is_same_v<Row, DocumentRow>) are_documents_valid_ = false;
    }
  }

  template <class Row>
  bool goes_with_its_run(const Row& row) const {
    if constexpr (OfRun<Row>) return !runs_.contains(row.run.id);
    return false;
  }

  /// Rows of a damaged session are damaged, too.
  template <class Row>
  bool is_sound(const Row& row) const {
    if constexpr (OfSession<Row>) {
      if (!sessions_.contains(row.session.id)) return false;
    }
    return row.checksum == checksum_of(row);
  }

  template <class Row>
  void note(const Row& row) {
    if constexpr (std::is_same_v<Row, SessionRow>) sessions_.insert(row.id);
    if constexpr (std::is_same_v<Row, RunRow>) runs_.insert(row.id);
  }

  template <class Row>
  static std::function<void(const SQLite::Database&)> removal(const Row& row) {
    return [row](const SQLite::Database& database) {
      execute_on(database, row, "DELETE FROM " + std::string{Row::table.name});
    };
  }

  const SQLite::Database& database_;
  std::set<std::int64_t> sessions_;  ///< undamaged ones
  std::set<std::int64_t> runs_;      ///< undamaged ones
  std::vector<Damage> damage_;
  bool are_documents_valid_ = true;
};

/// Finds rows that depend on missing ones.
class Orphans {
 public:
  explicit Orphans(const SQLite::Database& database) : database_{database} {
    // A missing session, or the missing unit of a recount, changes the checksum.
    for_each_table([this]<class Row>() {
      for (const ColumnText& column : text_of_table<Row>().columns) {
        if (column.target != nullptr && column.target->is_owner) add_rows(Row::table.name, column);
      }
    });
    add_conclusions();
  }

  LedgerDamage take_damage() {
    const bool are_documents_valid = damage_.empty();
    return {std::move(damage_), "", are_documents_valid};
  }

 private:
  void add_rows(std::string_view table, const ColumnText& column) {
    const auto& [target, key, record, name, is_owner] = *column.target;
    const std::string missing =
        std::string{column.name} + " NOT IN (SELECT " + std::string{key} + " FROM " + std::string{target} + ")";
    add(std::string{table} + " WHERE " + missing, table, record);
  }

  void add(const std::string& rows, std::string_view table, std::string_view rests_on) {
    const std::uint64_t number = count(database_, "SELECT count(*) FROM " + rows);
    if (number == 0) return;
    damage_.push_back({pluralise(number, "row") + " of " + std::string{table} + " without " + std::string{rests_on},
                       [rows](const SQLite::Database& database) { execute(database, "DELETE FROM " + rows); }});
  }

  /// The units of a conclusion are numbered from 0.
  void add_conclusions() {
    RowReader<ConclusionRow> rows{
        database_,
        "NOT EXISTS (SELECT 1 FROM sizes WHERE sizes.run = conclusions.run AND part = '') OR (SELECT count(*) FROM "
        "units "
        "WHERE units.run = conclusions.run AND unit < CAST(conclusions.units AS INTEGER)) < CAST(conclusions.units AS "
        "INTEGER)"};
    while (const auto row = rows.next()) {
      damage_.push_back({name_of_row(database_, *row) + " without all of its units",
                         [run = row->run](const SQLite::Database& database) {
                           execute(database, "DELETE FROM conclusions WHERE run = ?", run);
                         }});
    }
  }

  const SQLite::Database& database_;
  std::vector<Damage> damage_;
};

}  // namespace

LedgerDamage damage_in(const SQLite::Database& database) {
  auto damage = Inspection{database}.take_damage();
  return damage.rows.empty() ? Orphans{database}.take_damage() : damage;
}

}  // namespace gridcensus::host
