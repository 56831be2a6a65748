#pragma once

#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/report/exported.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Parts of the tables of exports: the entries that a selection matches, and the columns that name their runs.
namespace gridcensus::host::exported {

/// A selected entry, and its document.
template <class Entry>
struct Selected {
  const ResultsDocument* document = nullptr;
  const Entry* entry = nullptr;
};

/// Returns the entries that match, from a list of each document.
///
/// @param wanted    describes the selection in the message if nothing matches
/// @param name      the message suggests the name nearest to this one
/// @param known_as  returns the name of an entry
/// @throws BadInput  nothing matches; the message lists the existing names.
template <class Entry>
std::vector<Selected<Entry>> select(const std::vector<ResultsDocument>& documents,
                                    std::vector<Entry> ResultsDocument::*list, const std::string& wanted,
                                    const std::string& name, const auto& is_wanted, const auto& known_as) {
  std::set<std::string> known;
  std::vector<Selected<Entry>> selected;
  for (const ResultsDocument& document : documents) {
    for (const Entry& entry : document.*list) {
      known.insert(known_as(entry));
      if (is_wanted(entry)) selected.push_back({&document, &entry});
    }
  }
  if (!selected.empty()) return selected;
  const std::vector<std::string> names(known.begin(), known.end());
  const std::string others =
      names.empty() ? "there is none at all" : fmt::format("there is: {}", fmt::join(names, ", "));
  throw BadInput{on_command_line("", fmt::format("no {}; {}", wanted, others), nearest_name(name, names))};
}

bool has_shape(const ResultsDocument::Who& who, const Selection& selection);

/// Returns "WHAT of SHAPE" if a shape is selected, else WHAT.
std::string with_shape(std::string_view what, const Selection& selection);

/// Returns the lists as one.
std::vector<std::string> joined(std::initializer_list<std::vector<std::string>> lists);

/// The members of a value in JSON, in the order of their columns.
extern const std::vector<std::string> number_members;

/// The column of the name that published tables give to a row.
inline constexpr const char* called = "called";

/// Adds these members of a JSON entry to a row; null if the entry lacks one.
void add_members(std::vector<Json>& row, const Json& entry, const std::vector<std::string>& members);

/// Returns the value of a parameter of a run; null if the strategy lacks it, or if it is not set.
Json parameter_of(const ResultsDocument::Run& run, const std::string& name);

/// The columns that name the run of a row. A table for programs begins and ends with them.
class RunColumns {
 public:
  /// A run of a document.
  struct Run {
    const ResultsDocument* document = nullptr;
    const ResultsDocument::Who* who = nullptr;
  };
  /// The cells of a row.
  struct Cells {
    std::vector<Json> first;
    std::vector<Json> last;
  };

  /// Takes the runs of all rows, because each of their parameters has a column.
  explicit RunColumns(const std::vector<Run>& runs);

  static std::vector<std::string> first();
  std::vector<std::string> last() const;
  /// Returns the cells of one row. A cell on which several runs differ is null.
  ///
  /// @param runs  at least one
  Cells of(const std::vector<Run>& runs) const;

 private:
  Cells of(const Run& run) const;

  std::set<std::string> parameters_;
};

/// Tables of findings and of sweeps.
DataTable table_of_findings(const std::vector<ResultsDocument>& documents, const Selection& selection);
std::vector<PaperTable> papers_of_findings(const std::vector<ResultsDocument>& documents, const Selection& selection);
DataTable table_of_sweeps(const std::vector<ResultsDocument>& documents, const Selection& selection);
std::vector<PaperTable> papers_of_sweeps(const std::vector<ResultsDocument>& documents, const Selection& selection);

}  // namespace gridcensus::host::exported
