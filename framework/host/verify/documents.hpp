#pragma once

#include "host/results/terms.hpp"
#include "host/verify/answers.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host::verify {

/// How a document names a run. The ledger may know the run by the name of another configuration that counts the same.
struct RunName {
  std::string configuration;
  CountedProblem problem;

  auto operator<=>(const RunName&) const = default;
};

/// One side of a verdict.
struct VerdictSide {
  VoiceKind kind{};
  RunName who;  ///< of a run; else the name is "published" and so on
  std::optional<std::string> quantity;
  std::string value;
};

struct VerdictText {
  std::string subject;  ///< for messages
  VerdictSide left;
  VerdictSide right;
  Verdict verdict{};

  bool is_disagreement() const { return verdict == Verdict::disagree || verdict == Verdict::broken; }
  /// Returns the quantity whose values were compared: that of both sides, or the one from which they follow; nullopt
  /// for findings.
  std::optional<std::string> quantity() const;
};

/// Returns the quantity that this one is when multiplied by N!, its relabellings; empty if it is not such classes.
std::string whole_of_classes(const std::string& quantity);

/// A document, as far as it is checked.
struct ReportText {
  const Row* row = nullptr;
  Text json;
  std::vector<VerdictText> verdicts;
  std::map<RunName, std::vector<std::size_t>> verdicts_on;  ///< by either side: places in `verdicts`
  /// The concluded runs of the ledger that each of its runs can be. There are several if they differ in their inputs or
  /// in their stream of random numbers.
  std::map<RunName, std::vector<const Answers*>> runs;

  /// Returns the name that the document has for a run; nullptr if it does not have the run.
  const RunName* name_of(const Answers& run) const;
};

/// The name of the run that an entry of a document speaks of.
///
/// @throws std::exception  by all of these: a member is missing, or is not what it should be.
RunName name_in(const Text& entry, const char* configuration_member);

/// Reads a document.
///
/// @param all  the concluded runs of the ledger
ReportText report_of(const Row& row, const std::vector<Answers>& all);

/// "NAME on PROBLEM", for people.
std::string to_string(const RunName& run);

}  // namespace gridcensus::host::verify
