#include "host/base/text.hpp"
#include "host/report/screen_parts.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace gridcensus::host {

namespace {

using LinePointers = std::vector<const ValueLine*>;

/// The largest number of values that are shown individually beside those of the first quantity; with more, each
/// quantity has one line.
constexpr std::size_t max_values = 12;
constexpr std::size_t min_value_width = 24;
constexpr std::size_t all_digits = 100'000;
constexpr std::size_t max_list_width = 24;
constexpr std::string_view gap = "  ";

std::string_view word_of(const ValueLine& line) {
  if (line.is_disputed) return line.known == ReferenceStatus::published ? "= disputed" : "disputed";
  switch (line.known) {
    case ReferenceStatus::published: return "=";
    case ReferenceStatus::agrees: return "agrees";
    case ReferenceStatus::expected: return "expected";
    case ReferenceStatus::contested: return "contested";
    case ReferenceStatus::differs: return "differs";
    case ReferenceStatus::nothing: break;
  }
  return line.follows ? "follows" : "-";
}

bool is_exact(const ValueLine& line) { return kind_of(line.best->outcome) == Kind::exact; }

std::string strategies_text(const ValueLine& line) {
  const std::string one = line.strategies.size() == 1 ? shortened(*line.strategies.begin(), max_list_width) : "";
  if (kind_of(line.best->outcome) == Kind::unfinished) return "-";
  if (!is_exact(line)) return one.empty() ? fmt::format("- ({})", line.strategies.size()) : fmt::format("- ({})", one);
  if (line.witnesses > 1) return std::to_string(line.witnesses);
  return one.empty() ? fmt::format("1 ({} share)", line.strategies.size()) : fmt::format("1 ({})", one);
}

std::string value_within(const ValueLine& line, std::size_t width) {
  if (kind_of(line.best->outcome) == Kind::unfinished) return unfinished_text(line.best->interim, 0, {});
  return short_text(line.best->outcome, width);
}

std::string problems_of(const ValueLine& line) {
  std::vector<std::string> names;
  for (const auto& problem : line.problems) names.push_back(to_string(problem));
  return fmt::format("{}", fmt::join(names, " = "));
}

/// A table of values. Its columns: label, value, number of strategies, distance of estimates, reference value.
class ValueTable {
 public:
  /// @param name  of the first column
  /// @param head  above it
  ValueTable(std::string head, std::string name) : head_{std::move(head)}, name_{std::move(name)} {}

  void add(std::string label, const ValueLine& line) {
    const std::string off = line.largest_z ? fmt::format("{:.1f} s.e.", *line.largest_z) : "-";
    has_estimates_ = has_estimates_ || line.largest_z;
    rows_.push_back({std::move(label), &line, strategies_text(line), off, std::string{word_of(line)}});
  }

  void print(Lines& lines) const {
    lines.add();
    const Layout layout = layout_in(lines.width());
    const auto is_tight = [&](const Row& row) {
      const std::size_t room = layout.left - std::min(layout.left, display_width(row.label) + gap.size());
      // A value that is not a number keeps its width.
      return (room < min_value_width && display_width(value_within(*row.line, all_digits)) > room) ||
             display_width(value_within(*row.line, room)) > room;
    };
    if (std::ranges::any_of(rows_, is_tight))
      print_stacked(lines);
    else
      print_table(lines, layout);
  }

 private:
  struct Row {
    std::string label;
    const ValueLine* line = nullptr;
    std::string strategies;
    std::string off;
    std::string known;
  };

  /// A line has three fields. The first and the second each have a left-aligned and a right-aligned text, so a long
  /// value can use the room that a short label leaves.
  struct Layout {
    std::size_t left = 0;
    std::size_t middle = 0;
  };

  static std::string between(std::string_view left, std::string_view right, std::size_t width) {
    const std::size_t used = display_width(left);
    return std::string{left} + padded_left(right, width - std::min(width, used));
  }

  Layout layout_in(std::size_t width) const {
    Layout layout{.left = std::max(display_width(head_), display_width(name_) + gap.size() + 5),
                  .middle = has_estimates_ ? std::string_view{"exact by  estimate"}.size() : 10};
    std::size_t right = 5;
    for (const auto& row : rows_) {
      const std::size_t off = has_estimates_ ? gap.size() + display_width(row.off) : 0;
      layout.middle = std::max(layout.middle, display_width(row.strategies) + off);
      right = std::max(right, display_width(row.known));
    }
    const std::size_t room = width - std::min(width, layout.middle + right + 2 * gap.size());
    for (const auto& row : rows_) {
      const std::size_t label = display_width(row.label) + gap.size();
      const std::size_t value = display_width(value_within(*row.line, room - std::min(room, label)));
      layout.left = std::max(layout.left, label + value);
    }
    layout.left = std::min(layout.left, room);
    return layout;
  }

  void print_table(Lines& lines, const Layout& layout) const {
    const auto line = [&](std::string_view label, std::string_view value, std::string_view strategies,
                          std::string_view off, std::string_view known) {
      std::string text = between(label, value, layout.left);
      text.append(gap).append(between(strategies, has_estimates_ ? off : "", layout.middle)).append(gap).append(known);
      while (text.ends_with(' ')) text.pop_back();
      lines.add(text);
    };
    line(head_, "", "exact by", "estimate", "");
    line(name_, "value", "strategies", "off by", "publ.");
    for (const auto& row : rows_) {
      const std::size_t room = layout.left - display_width(row.label) - gap.size();
      line(row.label, value_within(*row.line, room), row.strategies, row.off, row.known);
    }
  }

  /// Prints a line that is too wide in two parts: the value, and the rest below it.
  void print_stacked(Lines& lines) const {
    lines.add_wrapped(head_.empty() ? name_ : head_, 0);
    for (const auto& row : rows_) {
      lines.add_wrapped(row.label, 2);
      lines.add_wrapped("  " + value_within(*row.line, lines.width() - 2), 2);
      const std::string off = row.off == "-" ? "" : ", estimate off by " + row.off;
      lines.add_wrapped(fmt::format("    exact by {}{}, publ. {}", row.strategies, off, row.known), 4);
    }
  }

  std::string head_;
  std::string name_;
  std::vector<Row> rows_;
  bool has_estimates_ = false;
};

/// Returns the configurations in brackets if another line answers another question about this quantity of this problem.
std::string suffix(const ValueLine& line, const LinePointers& beside) {
  const bool is_ambiguous = std::ranges::any_of(beside, [&](const ValueLine* other) {
    return other->quantity == line.quantity && other->problems == line.problems && other->question != line.question;
  });
  return is_ambiguous ? fmt::format(" ({})", shortened(join(line.configurations), max_list_width)) : "";
}

void add_table(Lines& lines, Quantity quantity, const LinePointers& values) {
  ValueTable table{std::string{name_of(quantity)}, "shape"};
  for (const auto* line : values) table.add(problems_of(*line) + suffix(*line, values), *line);
  table.print(lines);
}

/// Adds all quantities of the only problem.
void add_table_of_quantities(Lines& lines, const LinePointers& values) {
  ValueTable table{problems_of(*values.front()), "quantity"};
  for (const auto* line : values) table.add(std::string{name_of(line->quantity)} + suffix(*line, values), *line);
  table.print(lines);
}

std::string witnesses_text(const LinePointers& values) {
  std::size_t least = values.front()->witnesses;
  std::size_t most = least;
  for (const auto* line : values) {
    least = std::min(least, line->witnesses);
    most = std::max(most, line->witnesses);
  }
  if (least != most) return fmt::format("{} {} {} strategies", least, least + 1 == most ? "or" : "to", most);
  return counted(most, "strategy", "strategies") + (values.size() > 1 && most > 0 ? " each" : "");
}

/// Returns "bands  9 shapes, 2 strategies each, equal".
std::string line_of_a_quantity(const LinePointers& values) {
  std::map<Kind, std::size_t> kinds;
  std::set<Problem> problems;
  std::map<ReferenceStatus, std::size_t> known;
  std::size_t disputed = 0;
  bool all_follow = true;
  for (const auto* line : values) {
    ++kinds[kind_of(line->best->outcome)];
    problems.insert(line->problems.begin(), line->problems.end());
    ++known[line->known];
    disputed += line->is_disputed ? 1 : 0;
    all_follow = all_follow && line->follows;
  }
  std::string text = counted(problems.size(), "shape");
  if (all_follow)
    text += fmt::format(", from {}", name_of(reduction(values.front()->quantity, *problems.begin()).base));
  if (const auto exact = kinds[Kind::exact]; exact > 0) {
    text += ", " + (all_follow ? "" : witnesses_text(values));
    while (text.ends_with(' ') || text.ends_with(',')) text.pop_back();
    if (exact < values.size()) text += fmt::format(", {} exact", exact);
  }
  const auto add = [&](std::size_t number, std::string_view what) {
    if (number > 0) text += fmt::format(", {} {}", number, what);
  };
  add(kinds[Kind::estimate], "estimated");
  add(kinds[Kind::lower_bound] + kinds[Kind::upper_bound], "bounded");
  add(kinds[Kind::approximation], "approximated");
  add(kinds[Kind::unfinished], "unfinished");
  add(known[ReferenceStatus::published], "published");
  add(known[ReferenceStatus::contested], "contested");
  add(disputed, "DISPUTED");
  const bool all_equal = std::ranges::all_of(values, [](const ValueLine* line) { return line->witnesses > 1; });
  if (all_equal && disputed == 0) text += ", equal";
  return text;
}

/// Returns the problems that have totals.
std::set<Problem> problems_of_lists(const ResultsDocument& document) {
  std::set<Problem> problems;
  for (const auto& asked : document.problems) {
    if (!asked.layouts.empty()) problems.insert(asked.problem);
  }
  return problems;
}

}  // namespace

void add_values(Lines& lines, const Overview& overview) {
  std::map<Quantity, LinePointers> by_quantity;
  LinePointers all;
  std::set<std::vector<Problem>> problems;
  std::size_t values = 0;
  const auto of_lists = problems_of_lists(overview.document);
  std::map<Quantity, std::size_t> listed;
  for (const auto& line : overview.values) {
    const auto is_listed = [&](const Problem& problem) { return of_lists.contains(problem); };
    if (std::ranges::all_of(line.problems, is_listed)) ++listed[line.quantity];
    by_quantity[line.quantity].push_back(&line);
    all.push_back(&line);
    problems.insert(line.problems);
    values += line.follows ? 0 : 1;
  }
  if (all.empty()) return;
  if (problems.size() == 1 && by_quantity.size() > 1) return add_table_of_quantities(lines, all);
  std::map<Quantity, LinePointers> in_short;
  const Quantity first = by_quantity.begin()->first;
  for (const auto& [quantity, group] : by_quantity) {
    const bool follows = std::ranges::all_of(group, [](const ValueLine* line) { return line->follows; });
    const bool is_long_list = listed[quantity] > max_values;
    if (!is_long_list && (quantity == first || (values <= max_values && !follows)))
      add_table(lines, quantity, group);
    else
      in_short.emplace(quantity, group);
  }
  if (in_short.empty()) return;
  lines.add();
  std::size_t max_width = 0;
  for (const auto& [quantity, group] : in_short) max_width = std::max(max_width, name_of(quantity).size());
  bool is_first = true;
  for (const auto& [quantity, group] : in_short) {
    lines.add_wrapped(is_first ? "also" : "    ", shade::none,
                      fmt::format("  {:<{}}  {}", name_of(quantity), max_width, line_of_a_quantity(group)), 8);
    is_first = false;
  }
}

}  // namespace gridcensus::host
