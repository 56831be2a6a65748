#include "host/experiment/layout_list.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/sha256.hpp"
#include "host/document/document.hpp"
#include "host/document/form.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::size_t max_list_bytes = std::size_t{64} << 20U;
/// The limit of reported mistakes; with more, the list is probably for another shape.
constexpr std::size_t max_mistakes = 20;

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string_view{".-_"}.find(c) != std::string_view::npos;
}

class ListReader {
 public:
  ListReader(std::string file, Shape shape, std::vector<Diagnostic>& diagnostics)
      : file_{std::move(file)},
        shape_{shape},
        side_{static_cast<std::size_t>(shape.side())},
        diagnostics_{diagnostics} {}

  std::vector<LayoutClass> read(std::string_view text) {
    while (!text.empty() && mistakes_ < max_mistakes) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      read_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
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
    line = line.substr(0, line.find('#'));
    constexpr std::string_view blank = " \t\r";
    const std::size_t begin = line.find_first_not_of(blank);
    if (begin == std::string_view::npos) return end_block();
    const std::string letters{line.substr(begin, line.find_last_not_of(blank) + 1 - begin)};
    if (const auto odd = std::ranges::find_if_not(letters, is_letter); odd != letters.end()) {
      rows_.clear();
      const auto offset = static_cast<std::size_t>(odd - letters.begin());
      return reject(place(begin + offset), "expected letters, digits, '.', '-' or '_', one for each cell; got " +
                                               excerpt(std::string_view{letters}.substr(offset)));
    }
    if (letters.size() == side_) return read_row(letters, begin);
    end_block();
    if (letters.size() != side_ * side_)
      return reject(place(begin), expected() + "; got " + std::to_string(letters.size()));
    for (std::size_t row = 0; row < side_; ++row) read_row(letters.substr(row * side_, side_), begin + row * side_);
  }

  void read_row(std::string letters, std::size_t column) {
    rows_.push_back(std::move(letters));
    places_.resize(rows_.size() - 1);
    places_.push_back(place(column));
    if (rows_.size() < side_) return;
    const auto rows = std::exchange(rows_, {});
    const auto mistakes = layout_mistakes(shape_, rows);
    for (const auto& [row, message] : mistakes) reject(places_[row], message);
    if (!mistakes.empty()) return;
    std::string all;
    for (const std::string& row : rows) all += row;
    all = with_ordered_letters(all);
    const auto [known, is_new] = index_of_.try_emplace(all, layouts_.size());
    if (is_new)
      layouts_.push_back({std::move(all), 1});
    else
      ++layouts_[known->second].layouts;
  }

  /// Reports a layout that lacks lines.
  void end_block() {
    if (!rows_.empty()) {
      reject(places_.front(), "expected " + std::to_string(side_) + " lines of " + std::to_string(side_) +
                                  " letters from here on; got " + std::to_string(rows_.size()));
    }
    rows_.clear();
  }

  std::string file_;
  Shape shape_;
  std::size_t side_;
  std::vector<Diagnostic>& diagnostics_;
  int line_ = 0;
  std::vector<std::string> rows_;  ///< of an incomplete layout
  std::vector<Location> places_;   ///< of the rows
  std::vector<LayoutClass> layouts_;
  std::map<std::string, std::size_t> index_of_;  ///< of each layout, by its letters
  std::size_t mistakes_ = 0;
};

}  // namespace

ListedLayouts read_layout_list(const std::filesystem::path& file, Shape shape, std::vector<Diagnostic>& diagnostics) {
  const std::string text = read_text_file(file, max_list_bytes);
  return {ListReader{file.string(), shape, diagnostics}.read(text), sha256_of(text)};
}

}  // namespace gridcensus::host
