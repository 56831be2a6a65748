#include "host/base/errors.hpp"
#include "host/report/exported.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace gridcensus::host {

namespace {

/// Returns a text as one line, without characters that a terminal would interpret as a command.
std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return printable(text);
}

/// Returns the same with its line breaks.
std::string printable_lines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines += printable(text.substr(0, end));
    if (end < text.size()) lines += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Returns text that a spreadsheet does not execute. Spreadsheets evaluate any text that begins like a formula; a
/// leading apostrophe marks it as text.
std::string harmless(std::string text) {
  const bool is_formula = !text.empty() && std::string_view{"=+-@"}.find(text.front()) != std::string_view::npos;
  return is_formula && !parse_real(text) ? "'" + text : text;
}

std::string csv_field(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? harmless(printable_lines(value.get_ref<const std::string&>())) : value.dump();
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? "\"\"" : std::string(1, c));
  return quoted + '"';
}

template <class Values, class Text>
std::string line_of(const Values& values, Text text, std::string_view separator, std::string_view end) {
  std::string line;
  for (const auto& value : values) {
    if (&value != &values.front()) line += separator;
    line += text(value);
  }
  return line.append(end);
}

/// The notation of a format for tables for readers.
struct Markup {
  std::string_view group;        ///< between groups of three digits
  std::string_view plus_minus;   ///< in an estimate
  std::string_view times_ten;    ///< before the exponent
  std::string_view after_power;  ///< after it
  std::string_view math;         ///< around numbers
  std::string_view about, at_least, at_most, times;
  std::string_view one_error;  ///< after the sign in the heading of a column with estimates
};

constexpr Markup markdown{.group = ",",
                          .plus_minus = " ± ",
                          .times_ten = " × 10^",
                          .after_power = "",
                          .math = "",
                          .about = "about ",
                          .at_least = "≥ ",
                          .at_most = "≤ ",
                          .times = "x",
                          .one_error = " (± 1 s.e.)"};
constexpr Markup latex{.group = R"(\,)",
                       .plus_minus = R"( \pm )",
                       .times_ten = R"( \times 10^{)",
                       .after_power = "}",
                       .math = "$",
                       .about = R"(\approx )",
                       .at_least = R"(\geq )",
                       .at_most = R"(\leq )",
                       .times = R"(\times )",
                       .one_error = R"( ($\pm$ 1 s.e.))"};

/// The same for long numbers, which may be broken between their groups.
constexpr Markup broken_latex = [] {
  Markup markup = latex;
  markup.group = R"(\,\allowbreak )";
  return markup;
}();

std::string grouped(const Integer& value, const Markup& markup) {
  std::string text;
  for (const char c : group_digits(to_decimal(value))) text.append(c == ',' ? markup.group : std::string_view{&c, 1});
  return text;
}

/// Returns "6.67e+21" as 6.67 times a power of ten.
std::string with_power(const std::string& text, const Markup& markup) {
  const auto place = text.find('e');
  if (place == std::string::npos) return text;
  return fmt::format("{}{}{}{}", text.substr(0, place), markup.times_ten, std::stoi(text.substr(place + 1)),
                     markup.after_power);
}

struct NumberText {
  const Markup& markup;

  std::string operator()(const Exact& exact) const { return in_math(grouped(exact.value, markup)); }
  std::string operator()(const LowerBound& bound) const {
    return in_math(std::string{markup.at_least} + grouped(bound.value, markup));
  }
  std::string operator()(const UpperBound& bound) const {
    return in_math(std::string{markup.at_most} + grouped(bound.value, markup));
  }
  std::string operator()(const Estimate& estimate) const {
    const auto [value, error, exponent] = rounded(estimate);
    const std::string both = fmt::format("{}{}{}", value, markup.plus_minus, error);
    if (exponent == 0) return in_math(both);
    return in_math(fmt::format("({}){}{}{}", both, markup.times_ten, exponent, markup.after_power));
  }
  std::string operator()(const Approximation& approximation) const {
    return in_math(std::string{markup.about} + with_power(fmt::format("{:.6Lg}", approximation.value), markup));
  }
  std::string operator()(const Unfinished&) const { return "unfinished"; }

  std::string in_math(const std::string& text) const { return fmt::format("{0}{1}{0}", markup.math, text); }
};

template <class Escape>
std::string cell_text(const PaperTable::Cell& cell, const Markup& markup, Escape escape) {
  if (const auto* text = std::get_if<std::string>(&cell)) {
    return parse_real(*text) ? fmt::format("{0}{1}{0}", markup.math, with_power(*text, markup)) : escape(*text);
  }
  if (const auto* shape = std::get_if<Shape>(&cell)) {
    return fmt::format("{0}{1}{2}{3}{0}", markup.math, shape->box_rows, markup.times, shape->box_cols);
  }
  return std::visit(NumberText{markup}, std::get<Outcome>(cell));
}

std::string escaped_for_markdown(const std::string& text) {
  std::string escaped;
  for (const char c : one_line(text)) {
    if (std::string_view{"|\\`*_<>[]"}.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string escaped_for_latex(const std::string& text) {
  std::string escaped;
  for (const char c : one_line(text)) {
    switch (c) {
      case '\\': escaped += R"(\textbackslash{})"; break;
      case '^': escaped += R"(\textasciicircum{})"; break;
      case '~': escaped += R"(\textasciitilde{})"; break;
      case '|': escaped += R"(\textbar{})"; break;
      case '<': escaped += R"(\textless{})"; break;
      case '>': escaped += R"(\textgreater{})"; break;
      case '"': escaped += "''"; break;
      // After the end of a row, it would begin an argument.
      case '[': escaped += "{[}"; break;
      case '_':
      case '{':
      case '}':
      case '$':
      case '&':
      case '#':
      case '%': escaped.append("\\").append(1, c); break;
      default: escaped += c;
    }
  }
  return escaped;
}

// Does not use {fmt}, because its version 9 drops a final zero if rounding carries into it: 0.0996 -> "0.1".
std::string number_text(Real value, std::chars_format format, int decimals) {
  std::array<char, 5000> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, format, decimals).ptr};
}

std::string fixed_text(Real value, int decimals) { return number_text(value, std::chars_format::fixed, decimals); }

/// Returns the power of ten of the first digit, after rounding.
int exponent_of(Real value, int decimals) {
  const std::string text = number_text(value, std::chars_format::scientific, decimals);
  return std::stoi(text.substr(text.find('e') + 1));
}

/// A longer number does not fit beside other columns, and is broken [characters].
constexpr std::size_t max_number_width = 25;
/// A table with more rows does not fit on a page.
constexpr std::size_t max_rows = 40;
/// A table with more columns does not fit the width of a page.
constexpr std::size_t max_columns = 7;

bool has_estimate(const PaperTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) {
    const auto* const outcome = std::get_if<Outcome>(&row[column]);
    return outcome != nullptr && std::holds_alternative<Estimate>(*outcome);
  });
}

/// Returns the headings of the columns, each with the name of the error if there is one below it.
template <class Escape>
std::vector<std::string> headings(const PaperTable& table, const Markup& markup, Escape escape) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    texts.push_back(escape(table.columns[i].name));
    if (has_estimate(table, i)) texts.back() += markup.one_error;
  }
  return texts;
}

bool has_wide_number(const PaperTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const auto& row) {
    const auto* const outcome = std::get_if<Outcome>(&row[column]);
    const auto* const exact = outcome == nullptr ? nullptr : std::get_if<Exact>(outcome);
    return exact != nullptr && to_decimal(exact->value).size() > max_number_width;
  });
}

}  // namespace

RoundedEstimate rounded(const Estimate& estimate) {
  constexpr int max_digits = 18;  // that a Real has
  constexpr int max_plain_exponent = 6;
  const Real error = estimate.standard_error;
  // Rounded to two digits, so that 0.0996 counts as 0.10.
  const int error_exponent = error > 0 ? exponent_of(error, 1) : 0;
  int exponent = exponent_of(estimate.value, max_digits - 1);
  if (error > 0) exponent = std::max(exponent, error_exponent);
  int decimals = error > 0 ? std::clamp(exponent - error_exponent + 1, 0, max_digits) : 5;
  if (exponent >= 0 && exponent < max_plain_exponent) {
    decimals = error > 0 ? std::max(0, decimals - exponent) : 0;
    return {fixed_text(estimate.value, decimals), fixed_text(error, decimals), 0};
  }
  const Real unit = std::pow(Real{10}, static_cast<Real>(exponent));
  return {fixed_text(estimate.value / unit, decimals), fixed_text(error / unit, decimals), exponent};
}

std::string to_csv(const DataTable& table) {
  std::string text = line_of(
      table.columns, [](const auto& name) { return csv_field(name); }, ",", "\r\n");
  for (const auto& row : table.rows) text += line_of(row, csv_field, ",", "\r\n");
  return text;
}

std::string to_jsonl(const DataTable& table) {
  std::string text;
  for (const auto& row : table.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!row[i].is_null()) object[table.columns[i]] = row[i];
    }
    text += object.dump() + "\n";
  }
  return text;
}

std::string to_markdown(const PaperTable& table) {
  const auto text_of = [](const auto& cell) { return cell_text(cell, markdown, escaped_for_markdown); };
  const auto as_it_is = [](const auto& heading) { return heading; };
  std::string text = "| " + line_of(headings(table, markdown, escaped_for_markdown), as_it_is, " | ", " |\n");
  text += "|" + line_of(
                    table.columns, [](const auto& c) { return c.is_number ? "---:" : "---"; }, "|", "|\n");
  for (const auto& row : table.rows) text += "| " + line_of(row, text_of, " | ", " |\n");
  for (const auto* lines : {&table.notes, &table.evidence}) {
    for (const auto& line : *lines) text += "\n" + escaped_for_markdown(line) + "\n";
  }
  return text;
}

std::string to_latex(const PaperTable& table) {
  const bool is_long = table.rows.size() > max_rows;
  std::string form;
  bool is_wide = false;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool is_broken = has_wide_number(table, i);
    is_wide = is_wide || is_broken;
    form += is_broken ? R"(>{\raggedright\arraybackslash}p{4cm})" : table.columns[i].is_number ? "r" : "l";
  }
  const auto& markup = is_wide ? broken_latex : latex;
  const auto text_of = [&](const auto& cell) { return cell_text(cell, markup, escaped_for_latex); };
  const std::string environment = is_long ? "longtable" : "tabular";
  const bool is_noted = is_wide || table.columns.size() > max_columns;
  std::string text =
      fmt::format("% Needs \\usepackage{{booktabs{}{}}}{}\n", is_wide ? ",array" : "", is_long ? ",longtable" : "",
                  is_noted ? "; wide: \\footnotesize, or a landscape page" : "");
  for (const auto& line : table.evidence) text += "% " + one_line(line) + "\n";
  text += fmt::format("\\begin{{{}}}{{@{{}}{}@{{}}}}\n\\toprule\n", environment, form);
  const auto as_it_is = [](const auto& heading) { return heading; };
  text += line_of(headings(table, markup, escaped_for_latex), as_it_is, " & ", " \\\\\n\\midrule\n");
  if (is_long) text += "\\endhead\n\\bottomrule\n\\endfoot\n";
  for (const auto& row : table.rows) text += line_of(row, text_of, " & ", " \\\\\n");
  text += (is_long ? "" : "\\bottomrule\n") + fmt::format("\\end{{{}}}\n", environment);
  for (const auto& note : table.notes) {
    text += fmt::format("\\par\\smallskip{{\\footnotesize {}\\par}}\n", escaped_for_latex(note));
  }
  return text;
}

}  // namespace gridcensus::host
