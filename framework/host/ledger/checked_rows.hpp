#pragma once

#include "host/ledger/rows.hpp"

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gridcensus::host {

/// A ledger that is read row by row, each row checked against its checksum.
///
/// @throws StorageError  by every function: a row is damaged; the message names it.
class CheckedRows {
 public:
  /// @param file      for messages
  /// @param database  open for reading, and whole
  CheckedRows(std::filesystem::path file, SQLite::Database database);

  const std::filesystem::path& file() const { return file_; }

  const std::map<std::int64_t, SessionRow>& sessions() const { return sessions_; }
  const std::map<std::int64_t, RunRow>& runs() const { return runs_; }
  const std::string& last_write(std::int64_t session) const { return last_writes_.at(session); }
  const std::string& session_checksum(std::int64_t session) const;

  struct Size {
    std::string units;
    double weight = 0;
    std::string checksum;
  };
  /// nullopt where the run was never prepared.
  std::optional<Size> job(std::int64_t run) const;
  std::map<std::string, Size> shares(std::int64_t run) const;  ///< by part

  void for_each_effort(std::int64_t run,
                       const std::function<void(std::int64_t session, double, const std::string& checksum)>& use) const;

  struct Unit {
    std::int64_t unit = 0;
    std::int64_t session = 0;
    std::string tally;
    double weight = 0;
    double seconds = 0;
    std::string checksum;
  };
  /// In unit order.
  void for_each_unit(std::int64_t run, const std::function<void(const Unit&)>& use) const;

  struct Recount {
    std::int64_t unit = 0;
    std::int64_t session = 0;
    double seconds = 0;
    std::string checksum;
  };
  void for_each_recount(std::int64_t run, const std::function<void(const Recount&)>& use) const;

  struct Failure {
    std::int64_t session = 0;
    std::string unit;
    std::string state;
    std::string message;
    std::string recorded;
    std::string checksum;
  };
  std::vector<Failure> failures(std::int64_t run) const;

  struct ConclusionRecord {
    ConclusionRows rows;
    std::int64_t session = 0;
    std::string checksum;
  };
  std::optional<ConclusionRecord> conclusion(std::int64_t run) const;

  struct Standing {
    std::string standing;
    std::string witnesses;
  };
  std::map<std::string, Standing> standings(std::int64_t run) const;  ///< by quantity

  /// In the order in which they were recorded.
  std::vector<DocumentRow> documents() const;

 private:
  std::string hash(std::int64_t run) const { return runs_.at(run).identity_sha256; }
  void check(const std::string& stored, const std::string& computed, const std::string& record) const;

  std::filesystem::path file_;
  SQLite::Database database_;
  std::map<std::int64_t, SessionRow> sessions_;
  std::map<std::int64_t, std::string> session_checksums_;
  std::map<std::int64_t, std::string> last_writes_;
  std::map<std::int64_t, RunRow> runs_;
};

}  // namespace gridcensus::host
