#include "host/report/problem_picture.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace gridcensus::host {

namespace {

constexpr int tints = 8;
/// More lines or marks than this hide each other, so words name them instead.
constexpr std::size_t max_lines_drawn = 80;

constexpr std::string_view picture_style =
    ".pp-paper{fill:#fff}.pp-line{stroke:#c4c4ca;stroke-width:.8;fill:none}"
    ".pp-box{stroke:#1c1c1e;stroke-width:2.2;fill:none;stroke-linecap:square}"
    ".pp-other{stroke:#7a5195;stroke-width:2;fill:none;stroke-dasharray:5 4}"
    ".pp-diagonal{stroke:#0072b2;stroke-width:2;stroke-opacity:.75;fill:none}"
    ".pp-pair{stroke:#b34700;stroke-width:1.4;fill:none}.pp-end{fill:#b34700}"
    ".pp-cross{stroke:#b34700;stroke-width:2.4;fill:none}"
    ".pp-less{stroke:#1c1c1e;stroke-width:1.6;fill:none}"
    ".pp-seen{fill:#b34700}.pp-limited{fill:#1c1c1e;fill-opacity:.07}"
    ".pp-t0{fill:#0072b2}.pp-t1{fill:#d55e00}.pp-t2{fill:#009e73}.pp-t3{fill:#cc79a7}.pp-t4{fill:#e69f00}"
    ".pp-t5{fill:#56b4e9}.pp-t6{fill:#7a5195}.pp-t7{fill:#6b6b6b}"
    ".pp-t0,.pp-t1,.pp-t2,.pp-t3,.pp-t4,.pp-t5,.pp-t6,.pp-t7{fill-opacity:.24}"
    ".pp-text{fill:#1c1c1e;font-family:system-ui,-apple-system,\"Segoe UI\",\"Liberation Sans\",sans-serif}"
    ".pp-middle{text-anchor:middle}.pp-soft{fill:#5c5c64}"
    "@media screen and (prefers-color-scheme:dark){"
    ".pp-paper{fill:#17171a}.pp-line{stroke:#4a4a52}.pp-box,.pp-less{stroke:#ececee}.pp-other{stroke:#c09ae0}"
    ".pp-diagonal{stroke:#5ab4f0}.pp-pair,.pp-cross{stroke:#ff8a4c}.pp-end,.pp-seen{fill:#ff8a4c}"
    ".pp-limited{fill:#ececee;fill-opacity:.12}.pp-text{fill:#ececee}.pp-soft{fill:#b0b0b8}"
    ".pp-t0{fill:#5ab4f0}.pp-t1{fill:#ff8a4c}.pp-t2{fill:#3ccfa4}.pp-t3{fill:#e6a3c6}.pp-t4{fill:#ffbf47}"
    ".pp-t5{fill:#9ad4f7}.pp-t6{fill:#c09ae0}.pp-t7{fill:#a8a8a8}}";

/// A point in the picture [px].
struct PicturePoint {
  double x = 0;
  double y = 0;
};

/// Returns the number of the box of each cell, if boxes have this many rows and columns.
std::vector<int> box_numbers(int side, int rows, int columns) {
  std::vector<int> numbers;
  for (int cell = 0; cell < side * side; ++cell) {
    numbers.push_back((cell / side / rows) * (side / columns) + cell % side / columns);
  }
  return numbers;
}

void add_regions_of(const std::vector<int>& numbers, std::set<Region>& regions) {
  const int count = *std::ranges::max_element(numbers) + 1;
  std::vector<Region> found(static_cast<std::size_t>(count));
  for (std::size_t cell = 0; cell < numbers.size(); ++cell) {
    found[static_cast<std::size_t>(numbers[cell])].push_back(static_cast<int>(cell));
  }
  regions.insert(found.begin(), found.end());
}

/// Returns a text of the program for use within SVG.
std::string svg_text(std::string_view text) {
  std::string result;
  for (const char character : text) {
    if (character == '<')
      result += "&lt;";
    else if (character == '>')
      result += "&gt;";
    else if (character == '&')
      result += "&amp;";
    else
      result += character;
  }
  return result;
}

/// Draws one problem, layer by layer.
class ProblemPicture {
 public:
  explicit ProblemPicture(const Problem& problem)
      : problem_{problem}, side_{problem.shape.side()}, cell_{std::clamp(270.0 / side_, 14.0, 34.0)} {
    add_rules(problem.shape, problem.rules.text(), spec_);
    split_rules();
    add_tints();
    add_symbols();
    add_lines();
    add_diagonals();
    add_examples();
    add_pairs();
    add_relations();
    add_words();
  }

  /// @param head  attributes of the SVG element, with a blank before each
  /// @param style  inserted before the drawing
  std::string svg() const {
    constexpr double line_height = 15;
    constexpr std::size_t columns = 42;
    constexpr double words_width = 292;
    std::vector<std::string> lines;
    for (const std::string& sentence : words_) {
      for (std::string& line : wrapped(sentence, columns, 2)) lines.push_back(std::move(line));
    }
    const double grid = 2 * margin + side_ * cell_;
    const double width = std::ceil(lines.empty() ? grid : std::max(grid, words_width));
    const double height = std::ceil(grid + static_cast<double>(lines.size()) * line_height + (lines.empty() ? 0 : 4));
    std::string text;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      const bool continues = lines[line].starts_with("  ");
      text += fmt::format("<text class=\"pp-text pp-soft\" x=\"{}\" y=\"{:g}\" font-size=\"12\">{}</text>\n",
                          continues ? margin + 10 : margin, grid + 11 + static_cast<double>(line) * line_height,
                          svg_text(std::string_view{lines[line]}.substr(continues ? 2 : 0)));
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\" width=\"{:g}\" height=\"{:g}\" "
        "role=\"img\" aria-label=\"{}\">\n<style>{}</style>\n"
        "<rect class=\"pp-paper\" width=\"{:g}\" height=\"{:g}\"/>\n{}{}</svg>\n",
        width, height, width, height, svg_text("The rules of " + to_string(problem_)), picture_style, width, height,
        body_, text);
  }

 private:
  static constexpr double margin = 5;

  double edge(int line) const { return margin + line * cell_; }
  PicturePoint middle(int cell) const { return {edge(cell % side_) + cell_ / 2, edge(cell / side_) + cell_ / 2}; }
  bool has(std::string_view family) const { return spec_.families.contains(family); }

  /// Finds the regions that borders or lines show, and the remaining ones, which are tinted.
  void split_rules() {
    const auto [rows, columns] = problem_.shape;
    std::set<Region> drawn;
    add_regions_of(box_numbers(side_, 1, side_), drawn);
    add_regions_of(box_numbers(side_, side_, 1), drawn);
    const bool has_boxes = !has("latin") && (spec_.layout.empty() || has("classic")) && rows > 1 && columns > 1;
    if (!spec_.layout.empty()) {
      std::vector<int> numbers;
      for (const std::string& line : spec_.layout) numbers.insert(numbers.end(), line.begin(), line.end());
      borders_ = numbers;
      std::set<int> letters{numbers.begin(), numbers.end()};
      for (int& number : numbers) number = static_cast<int>(std::distance(letters.begin(), letters.find(number)));
      add_regions_of(numbers, drawn);
    }
    if (has_boxes) {
      const auto numbers = box_numbers(side_, rows, columns);
      (borders_.empty() ? borders_ : other_borders_) = numbers;
      add_regions_of(numbers, drawn);
    }
    if (has("both_boxes") && rows != columns) {
      other_borders_ = box_numbers(side_, columns, rows);
      add_regions_of(other_borders_, drawn);
    }
    for (int shift = 0; shift < side_; ++shift) {
      if (shift > 0 && !has("pandiagonal")) break;
      Region falling;
      Region rising;
      for (int row = 0; row < side_; ++row) {
        falling.push_back(row * side_ + (row + shift) % side_);
        rising.push_back(row * side_ + (2 * side_ - 1 - row - shift) % side_);
      }
      for (Region* const region : {&falling, &rising}) std::ranges::sort(*region);
      const bool has_falling = has("pandiagonal") || has("diagonal") || has("diagonals");
      if (has_falling) drawn.insert(falling);
      if (has_falling && !has("diagonal")) drawn.insert(rising);
    }
    std::set<Region> known = drawn;
    const auto keep = [&](Region region) {
      std::ranges::sort(region);
      if (known.insert(region).second) further_.push_back(std::move(region));
    };
    for (Region& region : problem_.regions()) keep(std::move(region));
    for (const Region& region : spec_.regions) keep(region);
  }

  void add_tints() {
    const double letter = std::min(11.0, cell_ * 0.42);
    const bool has_letters = further_.size() > 1 && cell_ >= 14;
    std::vector<std::string> letters(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
    for (std::size_t region = 0; region < further_.size(); ++region) {
      body_ += fmt::format(R"(<path class="pp-t{}" d=")", region % tints);
      for (const int cell : further_[region]) {
        body_ +=
            fmt::format("M{:g} {:g}h{:g}v{:g}h-{:g}z", edge(cell % side_), edge(cell / side_), cell_, cell_, cell_);
        const auto name = region < 26 ? std::string(1, static_cast<char>('a' + region)) : std::to_string(region + 1);
        letters[static_cast<std::size_t>(cell)] += name;
      }
      body_ += "\"/>\n";
    }
    if (!has_letters) return;
    for (int cell = 0; cell < side_ * side_; ++cell) {
      std::string& text = letters[static_cast<std::size_t>(cell)];
      constexpr std::size_t max_letters = 4;
      if (text.size() > max_letters) text = text.substr(0, max_letters - 1) + "…";
      if (text.empty()) continue;
      body_ += fmt::format("<text class=\"pp-text pp-soft\" x=\"{:g}\" y=\"{:g}\" font-size=\"{:.3g}\">{}</text>\n",
                           edge(cell % side_) + 2, edge(cell / side_) + letter, letter, text);
    }
  }

  /// Draws givens, and the symbols of restricted cells if they are few.
  void add_symbols() {
    for (const auto& [cell, symbols] : spec_.allowed) {
      const auto count = static_cast<std::size_t>(std::popcount(symbols));
      std::string text;
      for (int symbol = 0; symbol < side_; ++symbol) {
        if ((symbols >> static_cast<unsigned>(symbol) & 1U) == 0) continue;
        const auto character = symbol_character(symbol);
        text += character ? std::string(1, *character) : std::to_string(symbol + 1);
      }
      const auto [x, y] = middle(cell);
      constexpr std::size_t max_symbols = 5;
      if (count != 1) {
        ++restricted_;
        body_ += fmt::format("<rect class=\"pp-limited\" x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\"/>\n",
                             edge(cell % side_), edge(cell / side_), cell_, cell_);
        if (count == 0) text = "∅";
        if (count > max_symbols) text = text.substr(0, 2) + "…" + text.substr(text.size() - 1);
      }
      const double size = count == 1 ? cell_ * 0.62 : std::min(10.0, cell_ * 0.3);
      body_ += fmt::format("<text class=\"pp-text pp-middle\" x=\"{:g}\" y=\"{:.4g}\" font-size=\"{:.3g}\">{}</text>\n",
                           x, y + size * 0.36, size, text);
    }
  }

  /// Returns the path of all borders between cells of different numbers.
  std::string border_path(const std::vector<int>& numbers) const {
    const auto number = [&](int row, int column) {
      const bool is_inside = row >= 0 && column >= 0 && row < side_ && column < side_;
      const int cell = row * side_ + column;
      return is_inside ? numbers[static_cast<std::size_t>(cell)] : -1;
    };
    std::string path;
    for (const bool is_across : {true, false}) {
      for (int line = 0; line <= side_; ++line) {
        int begin = -1;
        for (int place = 0; place <= side_; ++place) {
          const bool parts = place < side_ && (is_across ? number(line - 1, place) != number(line, place)
                                                         : number(place, line - 1) != number(place, line));
          if (parts && begin < 0) begin = place;
          if (parts || begin < 0) continue;
          path += is_across ? fmt::format("M{:g} {:g}H{:g}", edge(begin), edge(line), edge(place))
                            : fmt::format("M{:g} {:g}V{:g}", edge(line), edge(begin), edge(place));
          begin = -1;
        }
      }
    }
    return path;
  }

  void add_lines() {
    std::vector<int> cells(static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) cells[cell] = static_cast<int>(cell);
    body_ += fmt::format("<path class=\"pp-line\" d=\"{}\"/>\n", border_path(cells));
    if (!other_borders_.empty()) {
      body_ += fmt::format("<path class=\"pp-other\" d=\"{}\"/>\n", border_path(other_borders_));
    }
    const std::vector<int> whole(cells.size(), 0);
    body_ += fmt::format("<path class=\"pp-box\" d=\"{}\"/>\n", border_path(borders_.empty() ? whole : borders_));
  }

  void add_diagonal(double x, double y, double to_x, double to_y) {
    body_ += fmt::format("<path class=\"pp-diagonal\" d=\"M{:g} {:g}L{:g} {:g}\"/>\n", x, y, to_x, to_y);
  }

  void add_diagonals() {
    const double low = edge(0);
    const double high = edge(side_);
    if (has("pandiagonal")) {
      for (int shift = 0; shift < side_; ++shift) {
        const double at = edge(shift);
        const double rest = high + low - at;
        add_diagonal(at, low, high, rest);
        add_diagonal(rest, low, low, rest);
        if (shift > 0) add_diagonal(low, rest, at, high);
        if (shift > 0) add_diagonal(high, rest, rest, high);
      }
      return;
    }
    if (has("diagonal") || has("diagonals")) add_diagonal(low, low, high, high);
    if (has("diagonals")) add_diagonal(high, low, low, high);
  }

  /// Returns the offsets of all rules that apply everywhere.
  std::vector<Offset> offsets() const {
    std::vector<Offset> all = spec_.offsets;
    const auto add = [&](std::string_view family, std::initializer_list<std::pair<int, int>> steps, bool wraps) {
      if (!has(family)) return;
      for (const auto& [down, right] : steps) all.push_back({.down = down, .right = right, .wraps = wraps});
    };
    for (const bool wraps : {false, true}) {
      add(wraps ? "toroidal_anti_knight" : "anti_knight", {{1, 2}, {2, 1}, {1, -2}, {2, -1}}, wraps);
      add(wraps ? "toroidal_anti_king" : "anti_king", {{1, 1}, {1, -1}}, wraps);
    }
    return all;
  }

  /// Draws one cell, and the cells that differ from it by a rule that applies everywhere.
  void add_examples() {
    const auto all = offsets();
    if (all.empty() || !spec_.allowed.empty() || !spec_.different.empty() || !spec_.related.empty()) return;
    const bool wraps = std::ranges::any_of(all, &Offset::wraps);
    const int start = wraps ? 0 : (side_ - 1) / 2 * (side_ + 1);
    std::set<int> seen;
    for (const Offset& offset : all) {
      for (const int sign : {1, -1}) {
        int row = start / side_ + sign * offset.down;
        int column = start % side_ + sign * offset.right;
        if (offset.wraps) row = ((row % side_) + side_) % side_;
        if (offset.wraps) column = ((column % side_) + side_) % side_;
        if (row >= 0 && column >= 0 && row < side_ && column < side_) seen.insert(row * side_ + column);
      }
    }
    const auto [x, y] = middle(start);
    const double arm = cell_ * 0.22;
    body_ += fmt::format("<path class=\"pp-cross\" d=\"M{:g} {:g}L{:g} {:g}M{:g} {:g}L{:g} {:g}\"/>\n", x - arm,
                         y - arm, x + arm, y + arm, x + arm, y - arm, x - arm, y + arm);
    for (const int cell : seen) {
      const auto at = middle(cell);
      body_ +=
          fmt::format("<circle class=\"pp-seen\" cx=\"{:g}\" cy=\"{:g}\" r=\"{:.3g}\"/>\n", at.x, at.y, cell_ * 0.14);
    }
    has_example_ = true;
  }

  void add_pairs() {
    if (spec_.different.size() > max_lines_drawn) return;
    for (const auto& [one, other] : spec_.different) {
      const auto from = middle(one);
      const auto to = middle(other);
      body_ += fmt::format("<path class=\"pp-pair\" d=\"M{:g} {:g}L{:g} {:g}\"/>\n", from.x, from.y, to.x, to.y);
      for (const auto& end : {from, to}) {
        body_ +=
            fmt::format("<circle class=\"pp-end\" cx=\"{:g}\" cy=\"{:g}\" r=\"{:.3g}\"/>\n", end.x, end.y, cell_ * 0.1);
      }
    }
  }

  /// Returns the words of the canonical form that relate cells, "less" or "sum:7", each with these cells.
  std::vector<std::pair<std::string, std::map<CellPair, SymbolTable>>> relations() const {
    std::vector<std::pair<std::string, std::map<CellPair, SymbolTable>>> found;
    std::string_view rest = problem_.rules.text();
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
      RuleSpec one;
      add_rule(problem_.shape, word, one);
      if (!one.related.empty()) found.emplace_back(word.substr(0, word.rfind(':')), std::move(one.related));
    }
    return found;
  }

  /// Draws the relation of two cells half-way between them.
  void add_relation(const std::string& name, CellPair pair, const SymbolTable& goes_with) {
    const auto from = middle(pair.first);
    const auto to = middle(pair.second);
    const double x = (from.x + to.x) / 2;
    const double y = (from.y + to.y) / 2;
    const bool is_beside = std::hypot(to.x - from.x, to.y - from.y) < 1.01 * cell_;
    if (!is_beside) {
      body_ += fmt::format("<path class=\"pp-pair\" d=\"M{:g} {:g}L{:g} {:g}\"/>\n", from.x, from.y, to.x, to.y);
    }
    if (name == "less") {
      // The first cell has the smaller value if its smallest symbol has partners. The point is towards that cell.
      const bool first_is_smaller = goes_with.front() != 0;
      const double turn =
          std::atan2(to.y - from.y, to.x - from.x) * 180 / std::numbers::pi + (first_is_smaller ? 0 : 180);
      const double arm = cell_ * 0.15;
      body_ += fmt::format(
          "<path class=\"pp-less\" transform=\"translate({:g} {:g}) rotate({:g})\" d=\"M{:.3g} {:.3g}L{:.3g} 0L{:.3g} "
          "{:.3g}\"/>\n",
          x, y, turn, arm * 0.7, -arm, -arm * 0.7, arm * 0.7, arm);
      return;
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> marks{
        {{"consecutive", "±1"}, {"ratio", "×"}, {"sum", "Σ"}, {"difference", "≥"}, {"table", "…"}}};
    const std::string kind = name.substr(0, name.find(':'));
    const auto* const mark = std::ranges::find(marks, kind, &std::pair<std::string_view, std::string_view>::first);
    std::string text{mark == marks.end() ? "…" : mark->second};
    if (kind != "table" && kind.size() < name.size()) text += name.substr(kind.size() + 1);
    const double size = std::min(10.0, cell_ * 0.34);
    body_ += fmt::format(
        "<rect class=\"pp-paper\" x=\"{:g}\" y=\"{:g}\" width=\"{:.3g}\" height=\"{:.3g}\" rx=\"3\"/>"
        "<text class=\"pp-text pp-middle\" x=\"{:g}\" y=\"{:.4g}\" font-size=\"{:.3g}\">{}</text>\n",
        x - size * 0.8, y - size * 0.65, size * 1.6, size * 1.3, x, y + size * 0.36, size, text);
  }

  void add_relations() {
    if (spec_.related.size() > max_lines_drawn) return;
    for (const auto& [name, pairs] : relations()) {
      for (const auto& [pair, goes_with] : pairs) add_relation(name, pair, goes_with);
    }
  }

  void add_words() {
    for (const RuleFamily& family : all_rule_families()) {
      if (family.name != "classic" && has(family.name)) {
        words_.push_back(fmt::format("{}: {}", family.name, family.definition));
      }
    }
    for (const Offset& offset : spec_.offsets) {
      words_.push_back(fmt::format("Cells {} down and {} {} differ{}.",
                                   counted(static_cast<std::size_t>(std::abs(offset.down)), "row"),
                                   counted(static_cast<std::size_t>(std::abs(offset.right)), "column"),
                                   offset.right < 0 ? "left" : "right", offset.wraps ? ", over the edges too" : ""));
    }
    if (has_example_) words_.emplace_back("Example: × differs from each ●.");
    if (!spec_.layout.empty()) words_.emplace_back("Jigsaw regions have thick borders.");
    if (!other_borders_.empty()) words_.emplace_back("Broken lines: further boxes.");
    if (!spec_.regions.empty()) {
      words_.push_back(fmt::format("{}: tinted cells all differ.", counted(spec_.regions.size(), "further region")));
    }
    const auto where = [](std::size_t count) { return count > max_lines_drawn ? " (too many to draw)" : " (lines)"; };
    if (const std::size_t pairs = spec_.different.size(); pairs > 0) {
      words_.push_back(
          fmt::format("{} of cells {}{}.", counted(pairs, "pair"), pairs == 1 ? "differs" : "differ", where(pairs)));
    }
    if (restricted_ > 0) {
      words_.push_back(fmt::format("{}: the small symbols only.", counted(restricted_, "grey cell")));
    }
    for (const auto& [name, pairs] : relations()) {
      const std::string kind = name.substr(0, name.find(':'));
      const auto known = std::ranges::find(all_relations(), kind, &Relation::name);
      std::string what = known == all_relations().end() ? "The values are in a table." : std::string{known->definition};
      if (kind.size() < name.size() && known != all_relations().end())
        what += fmt::format(" k = {}.", name.substr(kind.size() + 1));
      words_.push_back(fmt::format("{} of cells, {}{}: {}", counted(pairs.size(), "pair"), kind,
                                   spec_.related.size() > max_lines_drawn ? " (too many to draw)" : "", what));
    }
  }

  const Problem& problem_;
  int side_;
  double cell_;  ///< [px]
  RuleSpec spec_ = {};
  std::vector<int> borders_ = {};        ///< for each cell the number of its box or jigsaw region; empty without any
  std::vector<int> other_borders_ = {};  ///< of the second boxes
  std::vector<Region> further_ = {};     ///< neither rows, columns, boxes nor diagonals
  std::size_t restricted_ = 0;           ///< cells with several symbols, or none
  bool has_example_ = false;
  std::string body_ = {};
  std::vector<std::string> words_ = {};
};

}  // namespace

std::string problem_svg(const Problem& problem) { return ProblemPicture{problem}.svg(); }

}  // namespace gridcensus::host
