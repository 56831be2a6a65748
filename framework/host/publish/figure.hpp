#pragma once

#include "gridcensus/problem.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridcensus::host::publish {

/// The width of every figure [px]: figures of one width have letters of one size, however wide the page is.
inline constexpr int figure_width = 496;

/// The largest number of series that colours or a legend can distinguish.
inline constexpr std::size_t max_series = 8;

/// A picture for gnuplot: its data and the commands that plot them.
struct Figure {
  std::string name = {};     ///< of its files: lower-case letters, digits and _; unique in a report
  std::string caption = {};  ///< HTML, below the picture
  std::string label = {};    ///< a description of the picture, for readers who do not see it
  std::string data = {};     ///< in gnuplot's format; two empty lines separate sets
  std::string plot = {};     ///< commands; the data file is in the variable DATA
  int width = figure_width;  ///< [px]
  int height = 320;
  bool is_cut = false;   ///< there are too many lines, so only some are drawn
  std::string svg = {};  ///< the picture for the page; empty if it could not be drawn
};

/// Returns the first 60 bytes of a document's text in single quotes for a script. Characters that could have a meaning
/// to gnuplot or SVG become '?'.
std::string quoted_label(std::string_view text);

/// Returns the text as such a label if it has at most `width` characters, otherwise its beginning and "..".
std::string short_label(std::string_view text, std::size_t width = 34);

/// Returns "3×3", for labels and legends.
std::string problem_label(const Problem& problem);

/// Returns the text as a part of a file name.
std::string file_part(std::string_view text);

/// Returns the colour of the n-th series. The colours differ for colour-blind readers, too; the page has another set
/// for the dark mode.
std::string_view series_colour(std::size_t series);
/// Returns gnuplot's number of the n-th series' mark, because colour must not be the only difference.
int series_mark(std::size_t series);

/// Returns a number in the format of data files.
std::string data_number(long double value);

/// Returns the range of a log axis from the smallest to the largest of these numbers, with a margin at both ends.
std::string log_range(std::string_view axis, const std::vector<double>& numbers);

/// Returns commands that draw the figure as SVG to the output that is set; they contain the data.
std::string commands_of(const Figure& figure);
/// Returns the complete script of a figure, which writes NAME.svg and NAME.pdf from NAME.dat in the same folder.
std::string script_of(const Figure& figure);

/// Returns the SVG of gnuplot for use within a page: without parts that only a file needs, and with unique ids.
std::string inline_svg(std::string svg, const Figure& figure);

/// Returns the picture with its caption. If the picture could not be drawn, the caption reports that.
std::string figure_html(const Figure& figure);

}  // namespace gridcensus::host::publish
