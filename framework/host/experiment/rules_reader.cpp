#include "host/experiment/rules_reader.hpp"

#include "gridcensus/rules.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace gridcensus::host {

namespace {

std::optional<int> small_number(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Reads the rules of one entry for one shape, and collects what is wrong with them.
class RulesReader {
 public:
  RulesReader(Shape shape, const std::string& path, std::vector<Diagnostic>& diagnostics)
      : shape_{shape}, path_{path}, diagnostics_{diagnostics} {}

  std::optional<AskedProblem> read(const Node& entry) {
    if (const auto* node = good(entry, "rules")) read_names(*node);
    if (const auto* node = good(entry, "layout")) read_layout(*node);
    if (const auto* node = good(entry, "regions")) read_regions(*node);
    if (const auto* node = good(entry, "different")) read_different(*node);
    if (!is_sound_) return std::nullopt;
    return AskedProblem{make_problem(shape_, spec_), to_string(shape_, spec_)};
  }

 private:
  const Node* good(const Node& entry, std::string_view key) {
    const Node* const node = entry.find_accepted(key);
    is_sound_ = is_sound_ && node == entry.find(key);
    return node;
  }

  void reject(const Location& where, const std::string& key, const std::string& message) {
    is_sound_ = false;
    // An entry with several shapes is read for each of them.
    const bool is_known = std::ranges::any_of(
        diagnostics_, [&](const Diagnostic& known) { return known.where == where && known.message == message; });
    if (!is_known) diagnostics_.push_back({where, path_ + "." + key, message, std::nullopt});
  }

  void read_names(const Node& node) {
    const bool is_list = node.kind == Node::Kind::sequence;
    for (std::size_t i = 0; i < (is_list ? node.items.size() : 1); ++i) {
      const Node& word = is_list ? node.items[i] : node;
      if (word.is_refused()) {
        is_sound_ = false;
        continue;
      }
      if (spec_.families.contains(word.scalar)) reject(word.where, "rules", word.scalar + " is in this list already");
      try {
        add_rule(shape_, word.scalar, spec_);
      } catch (const InvalidRules& error) {
        reject(word.where, "rules", word.scalar + " on " + to_string(shape_) + ": " + error.what());
      }
    }
    if (const auto mistake = combination_mistake(spec_.families)) reject(node.where, "rules", *mistake);
  }

  void read_layout(const Node& node) {
    std::vector<Location> places;
    if (node.kind == Node::Kind::sequence) {
      for (const Node& line : node.items) {
        spec_.layout.push_back(line.scalar);
        places.push_back(line.where);
        is_sound_ = is_sound_ && !line.is_refused();
      }
    } else {
      // A block of text: its lines follow the key's.
      Location where = node.where;
      std::string line;
      for (const char c : node.scalar + "\n") {
        if (c != '\n') {
          line += c;
          continue;
        }
        ++where.line;
        if (!line.empty()) {
          spec_.layout.push_back(std::exchange(line, {}));
          places.push_back(node.scalar.find('\n') == std::string::npos ? node.where : where);
        }
      }
    }
    for (const auto& [line, message] : layout_mistakes(shape_, spec_.layout)) {
      reject(line < places.size() ? places[line] : node.where, "layout", message);
    }
  }

  std::optional<int> read_cell(const Node& node, const std::string& key) {
    if (node.is_refused()) {
      is_sound_ = false;
      return std::nullopt;
    }
    const auto cell = parse_cell(shape_, node.scalar);
    if (!cell) {
      reject(node.where, key,
             "expected a cell of " + to_string(shape_) + ", r1c1 to " + cell_name(shape_, shape_.cells() - 1) +
                 "; got " + excerpt(node.scalar));
    }
    return cell;
  }

  void read_regions(const Node& node) {
    for (const Node& item : node.items) {
      if (item.is_refused()) {
        is_sound_ = false;
        continue;
      }
      Region region;
      bool is_whole = true;
      for (const Node& name : item.items) {
        const auto cell = read_cell(name, "regions");
        is_whole = is_whole && cell.has_value();
        if (cell && std::ranges::find(region, *cell) != region.end()) {
          reject(name.where, "regions", name.scalar + " is in this region already");
          is_whole = false;
        }
        if (cell) region.push_back(*cell);
      }
      if (!is_whole) continue;
      if (const auto mistake = region_mistake(shape_, region)) reject(item.where, "regions", *mistake);
      spec_.regions.push_back(std::move(region));
    }
  }

  void read_different(const Node& node) {
    for (const Node& item : node.items) {
      if (item.is_refused())
        is_sound_ = false;
      else if (item.kind == Node::Kind::map)
        read_offset(item);
      else
        read_pair(item);
    }
  }

  void read_pair(const Node& item) {
    if (item.items.size() != 2) {
      reject(item.where, "different",
             "expected two cells, such as [r1c1, r2c3]; got " + std::to_string(item.items.size()));
      return;
    }
    const auto one = read_cell(item.items[0], "different");
    const auto other = read_cell(item.items[1], "different");
    if (!one || !other) return;
    if (*one == *other) reject(item.items[1].where, "different", "a cell cannot differ from itself");
    spec_.different.emplace_back(*one, *other);
  }

  void read_offset(const Node& item) {
    const Node* const steps = good(item, "offset");
    const Node* const wrap = good(item, "wrap");
    if (steps == nullptr) return;
    std::vector<int> numbers;
    for (const Node& step : steps->items) {
      const auto number = !step.is_refused() ? small_number(step.scalar) : std::nullopt;
      if (number)
        numbers.push_back(*number);
      else
        reject(step.where, "different", "expected a whole number of rows or columns; got " + excerpt(step.scalar));
    }
    if (numbers.size() != steps->items.size()) return;
    if (numbers.size() != 2) {
      reject(steps->where, "different", "expected rows down and columns to the right, such as [1, 2]");
      return;
    }
    const Offset offset{numbers[0], numbers[1], wrap != nullptr && wrap->scalar == "true"};
    if (const auto mistake = offset_mistake(shape_, offset)) reject(steps->where, "different", *mistake);
    spec_.offsets.push_back(offset);
  }

  Shape shape_;
  const std::string& path_;
  std::vector<Diagnostic>& diagnostics_;
  RuleSpec spec_;
  bool is_sound_ = true;
};

}  // namespace

std::optional<AskedProblem> read_problem(const Node& entry, Shape shape, const std::string& path,
                                         std::vector<Diagnostic>& diagnostics) {
  return RulesReader{shape, path, diagnostics}.read(entry);
}

std::string other_name(const Problem& problem, const std::map<Problem, std::string>& asked_words) {
  const auto own = asked_words.find(problem);
  const std::string& words = own == asked_words.end() ? problem.rules.text() : own->second;
  const std::string name = to_string(problem);
  const std::string asked = to_string(problem.shape) + (words == Rules{}.text() ? "" : " " + words);
  return name == asked ? "" : name + ": asked for as " + words;
}

}  // namespace gridcensus::host
