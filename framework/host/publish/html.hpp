#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host::publish {

// Pieces of HTML. All text from a document goes through `escaped` or one of the other functions, which use it.

/// Returns text for use between tags or in a quoted attribute: markup as entities, control and invalid bytes made
/// visible.
std::string escaped(std::string_view text);

/// Returns a name of a configuration, quantity or finding; the line may break after "_" and before "@".
std::string name_html(std::string_view name);

/// Returns "3×3", followed by the rules if they are not classic.
std::string problem_html(const Problem& problem);
/// Returns all digits in groups of three; the line may break between groups.
std::string integer_html(const Integer& value);
/// Returns "6.671 × 10²¹" with the exponent raised, or plain digits if the number is short in that form.
std::string real_html(Real value, int digits = 6);
/// Returns "5.96278 to 5.96305 × 10⁹⁸".
std::string range_html(Real low, Real high);
/// Returns "5.2 ms" or "12 min 05 s".
std::string seconds_html(double seconds);
/// Returns "0.012 %" for a share; "-" if it is not a number.
std::string percent_html(Real share);
/// Returns the value of an outcome: a number, or the reason why there is none.
std::string value_html(const Outcome& outcome);
/// Returns the key for sorting by this outcome.
std::string sort_key(const Outcome& outcome);

/// One cell of a table, as HTML.
struct Cell {
  std::string html;
  std::string key = {};    ///< the sorting key, if it is not the text; a number
  std::string kind = {};   ///< class of CSS: "number", "wide", ...
  std::string title = {};  ///< shown when pointed at
  std::string id = {};     ///< the target of links
};

/// A table with columns that a reader can sort if scripts run.
class HtmlTable {
 public:
  /// @param is_stacked  repeats the column head in each cell, so that a narrow page can stack the cells of a row
  explicit HtmlTable(std::vector<std::string> heads, bool is_stacked = false)
      : heads_{std::move(heads)}, is_stacked_{is_stacked} {}

  void add(const std::vector<Cell>& row);
  bool is_empty() const { return rows_ == 0; }
  std::size_t rows() const { return rows_; }
  std::string html(std::string_view kind = "sortable") const;

 private:
  std::vector<std::string> heads_;
  bool is_stacked_;
  std::string body_;
  std::size_t rows_ = 0;
};

/// Returns a part of the page that opens on demand.
std::string details_html(const std::string& summary, const std::string& content);

}  // namespace gridcensus::host::publish
