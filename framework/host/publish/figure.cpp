#include "host/publish/figure.hpp"

#include "host/publish/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gridcensus::host::publish {

namespace {

// After Okabe and Ito; framework/data/report.html has the same numbers as names.
constexpr std::array<std::string_view, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#e69f00", "#56b4e9", "#7a5195", "#6b6b6b"};
// Filled disc, triangle, square, diamond, and turned triangle; then hollow ones.
constexpr std::array<int, 10> marks{7, 9, 5, 13, 11, 6, 8, 4, 12, 10};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto place = text.find(from); place != std::string::npos; place = text.find(from, place + to.size())) {
    text.replace(place, from.size(), to);
  }
}

/// @param data    commands that set DATA
/// @param output  commands that open the output
std::string drawing(const Figure& figure, const std::string& data, const std::string& output) {
  constexpr std::string_view look =
      "set border 3 lw 0.8 lc rgb 'black'\nset tics nomirror out scale 0.6\nset grid lw 0.5 lt 1 lc rgb '#dddddd'\n"
      "set key above Left reverse horizontal noenhanced samplen 2 spacing 1.2\nset xtics enhanced\nset ytics "
      "noenhanced\n"
      "unset mouse\n";
  return fmt::format(
      "reset session\nset encoding utf8\n{}set terminal svg size {},{} dynamic font 'sans-serif,13' name '{}'\n{}{}{}",
      data, figure.width, figure.height, figure.name, output, look, figure.plot);
}

}  // namespace

std::string quoted_label(std::string_view text) {
  constexpr std::string_view allowed = " _-.,:+=/()@";
  std::string label;
  for (const char character : text.substr(0, 60)) {
    const bool is_plain = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
                          (character >= 'A' && character <= 'Z') || allowed.find(character) != std::string_view::npos;
    label += is_plain ? character : '?';
  }
  return "'" + label + "'";
}

std::string short_label(std::string_view text, std::size_t width) {
  if (text.size() <= width) return quoted_label(text);
  return quoted_label(std::string{text.substr(0, width - 2)} + "..");
}

std::string problem_label(const Problem& problem) {
  std::string text = to_string(problem);
  const auto cross = text.find('x');
  return cross == std::string::npos ? text : text.replace(cross, 1, "×");
}

std::string file_part(std::string_view text) {
  std::string part;
  for (const char character : text.substr(0, 60)) {
    const bool is_plain = (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z');
    part += is_plain ? character : '_';
  }
  return part;
}

std::string_view series_colour(std::size_t series) { return colours.at(series % colours.size()); }

int series_mark(std::size_t series) { return marks.at(series % marks.size()); }

std::string data_number(long double value) { return fmt::format("{:.9g}", value); }

std::string log_range(std::string_view axis, const std::vector<double>& numbers) {
  const auto [smallest, largest] = std::ranges::minmax(numbers);
  return fmt::format(
      "set logscale {0}\nset {0}tics enhanced\nset format {0} '10^{{%T}}'\nset {0}range [{1:.6g}:{2:.6g}]\n", axis,
      smallest / 1.8, largest * 1.8);
}

std::string commands_of(const Figure& figure) {
  return drawing(figure, fmt::format("$DATA << END_OF_DATA\n{}END_OF_DATA\nDATA = '$DATA'\n", figure.data), "");
}

std::string script_of(const Figure& figure) {
  return fmt::format(
      "# gridcensus figure: gnuplot {0}.gp draws it from {0}.dat\n{1}\nunset output\n"
      "set terminal pdfcairo size {2:.2f}cm,{3:.2f}cm font 'sans-serif,10'\nset output '{0}.pdf'\nreplot\nunset "
      "output\n",
      figure.name,
      drawing(figure, fmt::format("DATA = '{}.dat'\n", figure.name), fmt::format("set output '{}.svg'\n", figure.name)),
      figure.width / 47.5, figure.height / 47.5);
}

std::string inline_svg(std::string svg, const Figure& figure) {
  const auto begin = svg.find("<svg");
  const auto end = svg.rfind("</svg>");
  if (begin == std::string::npos || end == std::string::npos) return {};
  svg = svg.substr(begin, end + 6 - begin);
  const auto head = svg.find('>');
  svg.replace(0, head + 1,
              fmt::format(R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}" style="max-width:{}px">)",
                          figure.width, figure.height, escaped(figure.label), figure.width));
  // Both are from the file: the name, which the label replaces, and the program, which the page names once.
  for (const std::string_view tag : {"title", "desc"}) {
    const auto from = svg.find(fmt::format("<{}>", tag));
    const auto to = svg.find(fmt::format("</{}>", tag));
    if (from != std::string::npos && to != std::string::npos) svg.erase(from, to + tag.size() + 3 - from);
  }
  const std::string own = figure.name + "-";
  replace_all(svg, "xlink:href", "href");
  for (const std::string_view before : {"id='", "id=\"", "href='#", "href=\"#", "url(#"}) {
    replace_all(svg, before, std::string{before} + own);
  }
  return svg;
}

std::string figure_html(const Figure& figure) {
  const std::string picture = figure.svg.empty() ? "" : fmt::format("<div class=\"plot\">{}</div>", figure.svg);
  const std::string_view missing =
      figure.svg.empty() ? "<strong>Not drawn</strong> (see the note above); its numbers are in the tables. " : "";
  return fmt::format("<figure id=\"figure-{}\">{}\n<figcaption>{}{}</figcaption></figure>\n", figure.name, picture,
                     missing, figure.caption);
}

}  // namespace gridcensus::host::publish
