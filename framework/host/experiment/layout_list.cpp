#include "host/experiment/layout_list.hpp"

#include "gridcensus/symmetries.hpp"
#include "host/base/sha256.hpp"
#include "host/document/document.hpp"
#include "host/document/form.hpp"
#include "layouts/layouts.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>

namespace gridcensus::host {

namespace {

constexpr std::size_t max_list_bytes = std::size_t{64} << 20U;
/// The limit of reported mistakes; with more, the list is probably for another shape.
constexpr std::size_t max_mistakes = 20;

class ListReader {
 public:
  ListReader(std::string file, Shape shape, std::vector<Diagnostic>& diagnostics)
      : file_{std::move(file)},
        shape_{shape},
        side_{static_cast<std::size_t>(shape.side())},
        diagnostics_{diagnostics} {}

  Layouts read(const std::string& text) {
    std::istringstream lines{text};
    for (std::string line; mistakes_ < max_mistakes && std::getline(lines, line);) {
      ++line_;
      read_line(line.substr(0, line.find('#')));
    }
    end_block();
    if (layouts_.empty() && mistakes_ == 0) reject({file_}, "it contains no layout; " + expected());
    return std::move(layouts_);
  }

 private:
  void reject(const Location& where, std::string message) {
    if (++mistakes_ == max_mistakes) message += "; further mistakes of this list are not shown";
    if (mistakes_ <= max_mistakes) diagnostics_.push_back({where, "", std::move(message), {}});
  }

  std::string expected() const {
    const std::string side = std::to_string(side_);
    if (side_ == 1) return "expected one letter";
    return "expected " + std::to_string(side_ * side_) + " letters, or " + side + " lines of " + side + " letters";
  }

  Location place(std::size_t column) const { return {file_, line_, static_cast<int>(column) + 1}; }

  void read_line(std::string_view line) {
    constexpr std::string_view blank = " \t\r";
    constexpr std::string_view known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    const std::size_t begin = line.find_first_not_of(blank);
    if (begin == std::string_view::npos) return end_block();
    const std::string_view letters = line.substr(begin, line.find_last_not_of(blank) + 1 - begin);
    if (const std::size_t odd = letters.find_first_not_of(known); odd != std::string_view::npos) {
      rows_.clear();
      return reject(place(begin + odd), "expected letters, digits, '.', '-' or '_', one for each cell; got " +
                                            excerpt(letters.substr(odd)));
    }
    if (letters.size() != side_) end_block();
    if (letters.size() != side_ && letters.size() != side_ * side_)
      return reject(place(begin), expected() + "; got " + std::to_string(letters.size()));
    for (std::size_t at = 0; at < letters.size(); at += side_) {
      places_.resize(rows_.size());
      places_.push_back(place(begin + at));
      rows_.emplace_back(letters.substr(at, side_));
    }
    if (rows_.size() == side_) add_layout();
  }

  void add_layout() {
    const auto mistakes = layout_mistakes(shape_, rows_);
    for (const auto& [row, message] : mistakes) reject(places_[row], message);
    std::string letters;
    for (const std::string& row : std::exchange(rows_, {})) letters += row;
    if (!mistakes.empty()) return;
    letters = mathematics::with_ordered_letters(letters);
    const auto [known, is_new] = index_of_.try_emplace(letters, layouts_.size());
    if (is_new) layouts_.emplace_back(letters, 0);
    ++layouts_[known->second].second;
  }

  /// Reports a layout that lacks lines.
  void end_block() {
    if (rows_.empty()) return;
    reject(places_.front(), "expected " + std::to_string(side_) + " lines of " + std::to_string(side_) +
                                " letters from here on; got " + std::to_string(rows_.size()));
    rows_.clear();
  }

  std::string file_;
  Shape shape_;
  std::size_t side_;
  std::vector<Diagnostic>& diagnostics_;
  int line_ = 0;
  std::vector<std::string> rows_;  ///< of an incomplete layout
  std::vector<Location> places_;   ///< of the rows
  Layouts layouts_;
  std::map<std::string, std::size_t> index_of_;  ///< of each layout, by its letters
  std::size_t mistakes_ = 0;
};

/// Returns the problem with the rules to which each layout is added.
Problem common_rules(Shape shape, RuleSpec rules) {
  // Rows as the layout add no rule.
  rules.layout.clear();
  for (int row = 0; row < shape.side(); ++row)
    rules.layout.emplace_back(static_cast<std::size_t>(shape.side()), static_cast<char>('0' + row));
  return make_problem(shape, rules);
}

/// Returns those of these maps of cells and symbols that carry the rules of a problem to themselves.
std::vector<PointImages> preserving(const Problem& problem, const std::vector<PointImages>& maps) {
  PermutationGroup group{maps.front().size()};
  for (const PointImages& generator : grid_symmetry_generators(problem)) group.insert(generator);
  std::vector<PointImages> preserving;
  std::ranges::copy_if(maps, std::back_inserter(preserving), [&](const auto& map) { return group.contains(map); });
  return preserving;
}

}  // namespace

LayoutList requested_list(Shape shape, const RuleSpec& rules, const std::string& layouts) {
  RuleSpec named = rules;
  named.layout = {layouts};
  std::string words = to_string(shape, named);
  words.insert(words.find("layout:") + std::string_view{"layout"}.size(), 1, 's');
  return {.name = to_string(shape) + " " + words, .common = common_rules(shape, rules)};
}

Layouts all_layouts(const RuleSpec& rules, LayoutList& list) {
  const auto shape = list.common.shape;
  RuleSpec of_square = rules;
  if (shape.box_rows == 1 || shape.box_cols == 1) of_square.families.emplace("square");
  const auto symmetries = preserving(common_rules(shape, of_square), mathematics::square_symmetries(shape.side()));
  if (symmetries.size() > 1) list.kept.erase(Preserved::nothing);
  if (preserving(list.common, symmetries) != symmetries) list.kept.erase(Preserved::symmetries);
  const auto classes = mathematics::layout_classes(shape.side(), symmetries);
  return {classes.begin(), classes.end()};
}

Layouts read_layout_file(const std::filesystem::path& file, LayoutList& list, std::vector<Diagnostic>& diagnostics) {
  const std::string text = read_text_file(file, max_list_bytes);
  list.sha256 = sha256_of(text);
  return ListReader{file.string(), list.common.shape, diagnostics}.read(text);
}

}  // namespace gridcensus::host
