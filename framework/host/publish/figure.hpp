#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host::publish {

/// The width of every figure [px]: figures of one width have letters of one size, however wide the page is.
inline constexpr int figure_width = 496;

/// Neither colours nor a legend can distinguish more series than this.
inline constexpr std::size_t max_series = 8;

/// A picture as gnuplot draws it: its data and what is plotted of them.
struct Figure {
  std::string name = {};     ///< of its files: lower-case letters, digits and _; unique in a report
  std::string caption = {};  ///< HTML, below the picture
  std::string label = {};    ///< what is to be seen, for who does not see it
  std::string data = {};     ///< as gnuplot reads it; sets are parted by two empty lines
  std::string plot = {};     ///< commands; the data file is in the variable DATA
  int width = figure_width;  ///< [px]
  int height = 320;
  bool is_cut = false;   ///< whether only some of the lines are drawn, since there are too many
  std::string svg = {};  ///< what came of it, to stand in a page; empty where it could not be drawn
};

/// A text of a document's in single quotes, for a script: whatever could mean something to gnuplot or SVG is left out.
std::string quoted_label(std::string_view text);

/// Returns the text as such a label if it has at most `width` characters, else its beginning and "..".
std::string short_label(std::string_view text, std::size_t width = 34);

/// "3×3": for labels and keys.
std::string problem_label(const Problem& problem);

/// The text as a part of a file name.
std::string file_part(std::string_view text);

/// Colour of the n-th series. They stand apart for who sees fewer colours, and the page has another set for the dark.
std::string_view series_colour(std::size_t series);
/// gnuplot's number of the n-th series' mark, so that colour is never all that tells them apart.
int series_mark(std::size_t series);

/// A number as data files have it.
std::string data_number(long double value);

/// A log axis from the least to the greatest of these numbers, with room at both ends.
std::string log_range(std::string_view axis, const std::vector<double>& numbers);

/// Commands that draw the figure as SVG to the output that is set, with its data among them.
std::string commands_of(const Figure& figure);
/// The complete script of a figure: writes NAME.svg and NAME.pdf from NAME.dat beside it.
std::string script_of(const Figure& figure);

/// The SVG of gnuplot as it may stand in a page: without what only a file needs, its ids made its own.
std::string inline_svg(std::string svg, const Figure& figure);

/// The picture with its caption; where it could not be drawn, the caption says so.
std::string figure_html(const Figure& figure);

}  // namespace gridcensus::host::publish
