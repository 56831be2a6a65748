// The texts of JSON that a GridReader reads.
#include "host/formats/grid_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns how many arrays and objects a part of a JSON text leaves open.
class JsonDepth {
 public:
  int after(std::string_view text) {
    for (const char c : text) {
      if (std::exchange(is_escaped_, false)) continue;
      if (is_text_) {
        is_escaped_ = c == '\\';
        is_text_ = c != '"';
      } else if (c == '"') {
        is_text_ = true;
      } else if (c == '[' || c == '{') {
        ++depth_;
      } else if (c == ']' || c == '}') {
        --depth_;
      }
    }
    return depth_;
  }

 private:
  int depth_ = 0;
  bool is_text_ = false;
  bool is_escaped_ = false;
};

bool is_given(const Json& cell) {
  const auto given = cell.is_object() ? cell.find("given") : cell.end();
  return given != cell.end() && *given == true;
}

/// Checks whether a cell of f-puzzles is given, in any row.
bool has_given(const Json& json) { return is_given(json) || (json.is_array() && std::ranges::any_of(json, has_given)); }

/// Checks whether the value of a key is one that a key without effect has.
bool is_unset(const Json& value) {
  return value.is_null() || value == false || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
         (value.is_structured() && value.empty());
}

}  // namespace

/// Returns all grids of the JSON value that begins in this line.
std::vector<CellTexts> GridReader::json_grids() try {
  JsonDepth depth;
  std::string text = raw_line_;
  for (int open = depth.after(text); open > 0 && next_raw_line(); open = depth.after(raw_line_))
    text += '\n' + raw_line_;
  const Json json = parse_json(text);
  std::vector<CellTexts> grids;
  collect_grids(json, grids);
  if (!grids.empty()) return grids;
  fail(begins_, 1,
       fmt::format("expected a grid{} in JSON: a text or a list of N^2 symbols, or N rows",
                   shape_ ? " of " + to_string(*shape_) : ""));
} catch (const InvalidJson& error) {
  fail(error.line > 0 ? begins_ + error.line - 1 : begins_, error.column, error.what());
}

void GridReader::collect_grids(const Json& json, std::vector<CellTexts>& grids) const {
  if (auto grid = json_grid(json)) {
    grids.push_back(std::move(*grid));
  } else if (json.is_structured()) {
    if (json.is_object()) refuse_other_rules(json);
    for (const auto& value : json) collect_grids(value, grids);
  }
}

std::optional<CellTexts> GridReader::json_grid(const Json& json) const {
  const auto cells_of_text = [&](std::string text) {
    std::ranges::replace(text, '\n', ' ');
    const auto found = text.empty() ? std::string::npos : raw_line_.find(text);
    return cells_of({std::move(text), begins_, found == std::string::npos ? 0 : static_cast<int>(found)}, sizes(),
                    false)
        .cells;
  };
  if (json.is_string()) {
    auto cells = cells_of_text(json.get<std::string>());
    return sizes().is_grid(cells.size()) && (shape_ || cells.size() > 1) ? std::optional{std::move(cells)}
                                                                         : std::nullopt;
  }
  const bool is_row = json.is_array() && sizes().is_row(json.size());
  if (!json.is_array() || (!is_row && !sizes().is_grid(json.size()))) return std::nullopt;
  const bool takes_given_only = is_puzzle() && has_given(json);
  CellTexts cells;
  const auto add = [&](const Json& value) {
    auto text = json_cell(value);
    if (text && takes_given_only && value.is_object() && !is_given(value)) text = "";
    if (text) cells.push_back({std::move(*text), begins_, 1});
    return text.has_value();
  };
  const auto add_row = [&](const Json& row) {
    if (row.is_string()) {
      auto more = cells_of_text(row.get<std::string>());
      if (more.size() != json.size()) return false;
      std::ranges::move(more, std::back_inserter(cells));
      return true;
    }
    return row.is_array() && row.size() == json.size() && std::ranges::all_of(row, add);
  };
  if (is_row && std::ranges::all_of(json, add_row)) return cells;
  cells.clear();
  return sizes().is_grid(json.size()) && std::ranges::all_of(json, add) ? std::optional{std::move(cells)}
                                                                        : std::nullopt;
}

/// Returns the text of a cell: of a number, a short text, null, or an object as f-puzzles has it; else nullopt.
std::optional<std::string> GridReader::json_cell(const Json& json) const {
  if (json.is_null()) return "";
  if (json.is_number_integer()) return json.dump();
  if (json.is_string()) {
    constexpr std::size_t longest = 2;
    const auto text = json.get<std::string>();
    return text.size() <= longest ? std::optional{std::string{trimmed(text)}} : std::nullopt;
  }
  if (!json.is_object()) return std::nullopt;
  if (json.contains("region")) fail(begins_, 1, "the cells have regions, which are not read; expected a plain puzzle");
  const auto value = json.find("value");
  if (value == json.end()) return "";
  return value->is_object() ? std::nullopt : json_cell(*value);
}

/// @throws BadInput  this is a puzzle of f-puzzles with other rules.
void GridReader::refuse_other_rules(const Json& json) const {
  if (!json.contains("size") || !json.contains("grid")) return;
  static const std::set<std::string, std::less<>> without_rules{
      "size",     "grid",           "title",         "author",         "ruleset",  "solution",
      "metadata", "successMessage", "disabledlogic", "truecandidates", "highlight"};
  for (const auto& [key, value] : json.items()) {
    if (without_rules.contains(key) || is_unset(value)) continue;
    fail(begins_, 1,
         fmt::format("the puzzle has the rule {}, which is not read; expected a plain puzzle. Give its rules in an "
                     "experiment, and remove them here",
                     bounded_utf8(key)));
  }
}

}  // namespace gridcensus::host
