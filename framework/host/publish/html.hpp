#pragma once

#include "gridcensus/integer.hpp"
#include "gridcensus/outcome.hpp"
#include "gridcensus/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host::publish {

// Pieces of HTML. Whatever comes from a document goes through `escaped` or one of the others, which use it.

/// Text as it stands between tags or in a quoted attribute: markup as entities, control and foreign bytes made visible.
std::string escaped(std::string_view text);

/// Returns a name of a configuration, quantity or finding; the line may break after "_" and before "@".
std::string name_html(std::string_view name);

/// "3×3", with the rules behind it where they are not classic.
std::string problem_html(const Problem& problem);
/// All digits in groups of three; the line may break between groups.
std::string integer_html(const Integer& value);
/// "6.671 × 10²¹" with the exponent raised; plain where it is short that way.
std::string real_html(Real value, int digits = 6);
/// "5.96278 to 5.96305 × 10⁹⁸".
std::string range_html(Real low, Real high);
/// "5.2 ms", "12 min 05 s".
std::string seconds_html(double seconds);
/// "0.012 %" of a share; "-" where it is no number.
std::string percent_html(Real share);
/// The value of an outcome: a number, or why there is none.
std::string value_html(const Outcome& outcome);
/// What sorting by this outcome goes by.
std::string sort_key(const Outcome& outcome);

/// One cell of a table, as HTML.
struct Cell {
  std::string html;
  std::string key = {};    ///< what sorting goes by, where it is not the text; a number
  std::string kind = {};   ///< class of CSS: "number", "wide", ...
  std::string title = {};  ///< shown when pointed at
  std::string id = {};     ///< what links lead to
};

/// A table whose columns a reader can sort where scripts run.
class HtmlTable {
 public:
  /// @param is_stacked  each cell repeats its head, so that a narrow page can put the cells of a row below each other
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

/// A part of the page that opens on demand.
std::string details_html(const std::string& summary, const std::string& content);

}  // namespace gridcensus::host::publish
