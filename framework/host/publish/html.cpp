#include "host/publish/html.hpp"

#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/publish/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

/// Returns digits in groups; the line may break after each comma.
std::string grouped_html(std::string_view decimal) {
  std::string html;
  for (const char character : group_digits(decimal)) {
    html += character;
    if (character == ',') html += "<wbr>";
  }
  return html;
}

/// Returns the number of significant digits of an estimate at this relative error, plus one.
int digits_of(Real share) {
  constexpr int max_digits = 12;
  return share > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(share))) + 2, 3, max_digits) : max_digits;
}

struct ValueHtml {
  std::string operator()(const Exact& exact) const { return integer_html(exact.value); }
  std::string operator()(const LowerBound& bound) const { return "at least " + integer_html(bound.value); }
  std::string operator()(const UpperBound& bound) const { return "at most " + integer_html(bound.value); }
  std::string operator()(const Approximation& value) const { return "about " + real_html(value.value, 8); }
  std::string operator()(const Estimate& estimate) const {
    const Real share = estimate.value == 0 ? 0 : std::fabs(estimate.standard_error / estimate.value);
    return fmt::format("{} ± {}", real_html(estimate.value, digits_of(share)), percent_html(share));
  }
  std::string operator()(const Unfinished& unfinished) const { return "unfinished: " + escaped(unfinished.reason); }
};

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char character : printable(text)) {
    switch (character) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      case '"': html += "&quot;"; break;
      case '\'': html += "&#39;"; break;
      default: html += character;
    }
  }
  return html;
}

std::string name_html(std::string_view name) {
  std::string html;
  for (const char character : escaped(name)) {
    if (character == '@') html += "<wbr>";
    html += character;
    if (character == '_') html += "<wbr>";
  }
  return html;
}

std::string problem_html(const Problem& problem) { return escaped(problem_label(problem)); }

std::string integer_html(const Integer& value) { return grouped_html(to_decimal(value)); }

std::string real_html(Real value, int digits) {
  if (!std::isfinite(value)) return "-";
  const Real size = std::fabs(value);
  if (size == 0 || (size >= 1e-4L && size < 1e7L)) {
    const int before = size < 1 ? 1 : static_cast<int>(std::log10(size)) + 1;
    if (before >= digits) return group_digits(fmt::format("{:.0f}", value));
    std::string text = fmt::format("{:.{}f}", value, digits - before);
    if (size < 1 && size > 0) text = fmt::format("{:.{}g}", value, digits);
    return text;
  }
  const std::string text = fmt::format("{:.{}e}", value, digits - 1);
  const auto e = text.find('e');
  return fmt::format("{} × 10<sup>{}</sup>", text.substr(0, e), std::stoi(text.substr(e + 1)));
}

std::string seconds_html(double seconds) {
  if (seconds < 0.001) return fmt::format("{:.3g} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  return duration_text(seconds);
}

std::string percent_html(Real share) { return std::isfinite(share) ? fmt::format("{:.2g} %", share * 100) : "-"; }

std::string range_html(Real low, Real high) {
  const std::string from = real_html(low, 7);
  const std::string to = real_html(high, 7);
  const auto place = from.find(" ×");
  const bool is_shared = place != std::string::npos && to.ends_with(from.substr(place));
  return (is_shared ? from.substr(0, place) : from) + " to " + to;
}

std::string value_html(const Outcome& outcome) { return std::visit(ValueHtml{}, outcome); }

std::string sort_key(const Outcome& outcome) {
  return std::visit(
      [](const auto& alternative) -> std::string {
        if constexpr (requires { alternative.value; })
          return to_decimal(alternative.value);
        else
          return "-1";
      },
      outcome);
}

void HtmlTable::add(const std::vector<Cell>& row) {
  body_ += "<tr>";
  for (std::size_t column = 0; column < row.size(); ++column) {
    const Cell& cell = row[column];
    body_ += "<td";
    if (is_stacked_ && !cell.html.empty()) body_ += fmt::format(" data-label=\"{}\"", heads_[column]);
    if (!cell.id.empty()) body_ += fmt::format(" id=\"{}\"", escaped(cell.id));
    if (!cell.kind.empty()) body_ += fmt::format(" class=\"{}\"", cell.kind);
    if (!cell.key.empty()) body_ += fmt::format(" data-key=\"{}\"", escaped(cell.key));
    if (!cell.title.empty()) body_ += fmt::format(" title=\"{}\"", escaped(cell.title));
    body_ += ">" + cell.html + "</td>";
  }
  body_ += "</tr>\n";
  ++rows_;
}

std::string HtmlTable::html(std::string_view kind) const {
  std::string head;
  for (const auto& text : heads_) head += "<th scope=\"col\">" + text + "</th>";
  return fmt::format(
      "<div class=\"scroll\"><table class=\"{}\"><thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n", kind,
      head, body_);
}

std::string details_html(const std::string& summary, const std::string& content) {
  return fmt::format("<details><summary>{}</summary>\n{}</details>\n", summary, content);
}

}  // namespace gridcensus::host::publish
