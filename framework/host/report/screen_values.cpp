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

using Document = ResultsDocument;
using Value = Document::Value;
using Values = std::vector<const Value*>;

/// The largest number of values that are shown individually beside those of the first quantity; with more, each
/// quantity has one line.
constexpr std::size_t max_values = 12;
constexpr std::size_t min_value_width = 24;
constexpr std::size_t all_digits = 100'000;
constexpr std::size_t max_list_width = 24;
constexpr std::string_view gap = "  ";

std::string known_text(const Value& value) {
  if (value.is_disputed) return value.known == ReferenceStatus::published ? "equal, disputed" : "disputed";
  if (value.known == ReferenceStatus::published) return "equal";
  if (value.known != ReferenceStatus::nothing) return std::string{name_of(value.known)};
  return value.follows_from ? fmt::format("from {}", name_of(*value.follows_from)) : "-";
}

std::string finders_text(const Document& document, const Value& value) {
  const Kind kind = kind_of(document.best_of(value).outcome);
  const auto strategies = document.strategies_of(value);
  if (kind == Kind::unfinished) return "-";
  if (kind == Kind::exact && value.witnesses > 1) return std::to_string(value.witnesses);
  if (strategies.size() == 1) return shortened(*strategies.begin(), max_list_width);
  return fmt::format("{}{}", strategies.size(), kind == Kind::exact ? " related" : "");
}

std::string value_within(const Document& document, const Value& value, std::size_t width) {
  const auto& best = document.best_of(value);
  if (kind_of(best.outcome) == Kind::unfinished) return unfinished_text(best.interim, 0, {});
  return short_text(best.outcome, width);
}

std::string problems_text(const Document& document, const Value& value) {
  std::vector<std::string> names;
  for (const auto& problem : document.problems_of(value)) names.push_back(to_string(problem));
  return fmt::format("{}", fmt::join(names, " = "));
}

Quantity quantity_of(const Document& document, const Value& value) { return document.best_of(value).quantity; }

/// A table of values. Its columns: label, value, the strategies that found it, distance of estimates, published value.
class ValueTable {
 public:
  /// @param name  of the first column
  /// @param head  above it
  ValueTable(const Document& document, std::string head, std::string name)
      : document_{document}, head_{std::move(head)}, name_{std::move(name)} {}

  void add(std::string label, const Value& value) {
    const std::string off = value.largest_z ? fmt::format("{:.1f} s.e.", *value.largest_z) : "-";
    has_estimates_ = has_estimates_ || value.largest_z;
    rows_.push_back({std::move(label), &value, finders_text(document_, value), off, known_text(value)});
  }

  void print(Lines& lines) const {
    lines.add();
    const Layout layout = layout_in(lines.width());
    const auto is_tight = [&](const Row& row) {
      const std::size_t room = layout.left - std::min(layout.left, display_width(row.label) + gap.size());
      // A value that is not a number keeps its width.
      return (room < min_value_width && display_width(value_of(row, all_digits)) > room) ||
             display_width(value_of(row, room)) > room;
    };
    if (std::ranges::any_of(rows_, is_tight))
      print_stacked(lines);
    else
      print_table(lines, layout);
  }

 private:
  struct Row {
    std::string label;
    const Value* value = nullptr;
    std::string finders;
    std::string off;
    std::string known;
  };

  /// A line has three fields. The first and the second each have a left-aligned and a right-aligned text, so a long
  /// value can use the room that a short label leaves.
  struct Layout {
    std::size_t left = 0;
    std::size_t middle = 0;
  };

  static constexpr std::string_view finders_head = "strategies";
  static constexpr std::string_view off_head = "off by";
  static constexpr std::string_view known_head = "published";

  static std::string between(std::string_view left, std::string_view right, std::size_t width) {
    const std::size_t used = display_width(left);
    return std::string{left} + padded_left(right, width - std::min(width, used));
  }

  std::string value_of(const Row& row, std::size_t width) const { return value_within(document_, *row.value, width); }

  Layout layout_in(std::size_t width) const {
    const auto middle_of = [&](std::string_view finders, std::string_view off) {
      return display_width(finders) + (has_estimates_ ? gap.size() + display_width(off) : 0);
    };
    Layout layout{.left = std::max(display_width(head_), display_width(name_) + gap.size() + 5),
                  .middle = middle_of(finders_head, off_head)};
    std::size_t right = known_head.size();
    for (const auto& row : rows_) {
      layout.middle = std::max(layout.middle, middle_of(row.finders, row.off));
      right = std::max(right, display_width(row.known));
    }
    const std::size_t room = width - std::min(width, layout.middle + right + 2 * gap.size());
    for (const auto& row : rows_) {
      const std::size_t label = display_width(row.label) + gap.size();
      const std::size_t value = display_width(value_of(row, room - std::min(room, label)));
      layout.left = std::max(layout.left, label + value);
    }
    layout.left = std::min(layout.left, room);
    return layout;
  }

  void print_table(Lines& lines, const Layout& layout) const {
    const auto line = [&](std::string_view label, std::string_view value, std::string_view finders,
                          std::string_view off, std::string_view known) {
      std::string text = between(label, value, layout.left);
      text.append(gap).append(between(finders, has_estimates_ ? off : "", layout.middle)).append(gap).append(known);
      lines.add(text.substr(0, text.find_last_not_of(' ') + 1));
    };
    if (!head_.empty()) lines.add(head_);
    line(name_, "value", finders_head, off_head, known_head);
    for (const auto& row : rows_) {
      const std::size_t room = layout.left - display_width(row.label) - gap.size();
      line(row.label, value_of(row, room), row.finders, row.off, row.known);
    }
  }

  /// Prints a line that is too wide in two parts: the value, and the rest below it.
  void print_stacked(Lines& lines) const {
    lines.add_wrapped(head_.empty() ? name_ : head_, 0);
    for (const auto& row : rows_) {
      lines.add_wrapped(row.label, 2);
      lines.add_wrapped("  " + value_of(row, lines.width() - 2), 2);
      std::string text = fmt::format("    {}: {}", finders_head, row.finders);
      if (row.off != "-") text += fmt::format("; {} {}", off_head, row.off);
      if (row.known != "-") text += fmt::format("; {}: {}", known_head, row.known);
      lines.add_wrapped(text, 4);
    }
  }

  const Document& document_;
  std::string head_;
  std::string name_;
  std::vector<Row> rows_;
  bool has_estimates_ = false;
};

/// Returns the configurations in brackets if another value answers another question about this quantity of this
/// problem.
std::string suffix(const Document& document, const Value& value, const Values& beside) {
  const auto& best = document.best_of(value);
  const bool is_ambiguous = std::ranges::any_of(beside, [&](const Value* other) {
    const auto& others = document.best_of(*other);
    return others.quantity == best.quantity && other->problems == value.problems &&
           document.question_of(others.run_id) != document.question_of(best.run_id);
  });
  return is_ambiguous ? fmt::format(" ({})", shortened(join(document.configurations_of(value)), max_list_width)) : "";
}

void add_table(Lines& lines, const Document& document, Quantity quantity, const Values& values) {
  ValueTable table{document, std::string{name_of(quantity)}, "shape"};
  for (const auto* value : values)
    table.add(problems_text(document, *value) + suffix(document, *value, values), *value);
  table.print(lines);
}

/// Adds all quantities of the only problem.
void add_table_of_quantities(Lines& lines, const Document& document, const Values& values) {
  ValueTable table{document, problems_text(document, *values.front()), "quantity"};
  for (const auto* value : values) {
    table.add(std::string{name_of(quantity_of(document, *value))} + suffix(document, *value, values), *value);
  }
  table.print(lines);
}

std::string witnesses_text(const Values& values) {
  std::size_t least = values.front()->witnesses;
  std::size_t most = least;
  for (const auto* value : values) {
    least = std::min<std::size_t>(least, value->witnesses);
    most = std::max<std::size_t>(most, value->witnesses);
  }
  if (least != most) return fmt::format("{} {} {} strategies", least, least + 1 == most ? "or" : "to", most);
  return pluralise(most, "strategy", "strategies") + (values.size() > 1 && most > 0 ? " each" : "");
}

/// Returns "bands  9 shapes, 2 strategies each, equal".
std::string line_of_a_quantity(const Document& document, const Values& values) {
  std::map<Kind, std::size_t> kinds;
  std::set<std::uint64_t> problems;
  std::map<ReferenceStatus, std::size_t> known;
  std::size_t disputed = 0;
  bool all_follow = true;
  for (const auto* value : values) {
    ++kinds[kind_of(document.best_of(*value).outcome)];
    problems.insert(value->problems.begin(), value->problems.end());
    ++known[value->known];
    disputed += value->is_disputed ? 1 : 0;
    all_follow = all_follow && value->follows_from;
  }
  std::string text = pluralise(problems.size(), "shape");
  if (all_follow) text += fmt::format(", from {}", name_of(*values.front()->follows_from));
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
  const bool all_equal = std::ranges::all_of(values, [](const Value* value) { return value->witnesses > 1; });
  if (all_equal && disputed == 0) text += ", equal";
  return text;
}

/// Returns whether a value is of layouts of a list, which has totals.
bool is_of_list(const Document& document, const Value& value) {
  return std::ranges::all_of(value.problems, [&](auto place) { return !document.problems[place].layouts.empty(); });
}

}  // namespace

void add_values(Lines& lines, const Document& document) {
  std::map<Quantity, Values> by_quantity;
  Values all;
  std::set<std::vector<std::uint64_t>> problems;
  std::size_t values = 0;
  std::map<Quantity, std::size_t> listed;
  for (const auto& value : document.values) {
    const Quantity quantity = quantity_of(document, value);
    if (is_of_list(document, value)) ++listed[quantity];
    by_quantity[quantity].push_back(&value);
    all.push_back(&value);
    problems.insert(value.problems);
    if (!value.follows_from) ++values;
  }
  if (all.empty()) return;
  if (problems.size() == 1 && by_quantity.size() > 1) return add_table_of_quantities(lines, document, all);
  std::map<Quantity, Values> in_short;
  const Quantity first = by_quantity.begin()->first;
  for (const auto& [quantity, group] : by_quantity) {
    const bool follows = std::ranges::all_of(group, [](const Value* value) { return value->follows_from.has_value(); });
    const bool is_long_list = listed[quantity] > max_values;
    if (!is_long_list && (quantity == first || (values <= max_values && !follows)))
      add_table(lines, document, quantity, group);
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
                      fmt::format("  {:<{}}  {}", name_of(quantity), max_width, line_of_a_quantity(document, group)),
                      8);
    is_first = false;
  }
}

}  // namespace gridcensus::host
