#include "host/compare/published.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/document/document.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string_view>

namespace gridcensus::host {

namespace {

constexpr std::string_view contested = "contested";

/// The standing of a published value, as the data files write it.
constexpr std::array<std::string_view, 4> standings{
    "verified",       // two independent sources, or one and an independent recount
    "single_source",  // one source only
    "remembered",     // quoted from the literature without the page at hand
    contested,        // believed to be wrong; contested_by says why
};

/// Reads the entries of a data file and collects the mistakes in them.
class Reader {
 public:
  explicit Reader(std::vector<Diagnostic>& diagnostics) : diagnostics_{diagnostics} {}

  void read_value(const Node& node, PublishedValues& published) {
    const auto origin = read_origin(node);
    const std::string* quantity_name = text(node, "quantity");
    const std::string* value_text = text(node, "value");
    if (!origin || quantity_name == nullptr || value_text == nullptr) return;
    const auto quantity = find_quantity(*quantity_name);
    if (!quantity) {
      diagnostics_.push_back(unknown_quantity(node.where, "quantity", *quantity_name));
      return;
    }
    const auto value = parse_integer(*value_text);
    if (!value) return report(node, "value", "expected an integer");
    published.outcomes.push_back({*origin, *quantity, Exact{*value}});
  }

  void read_finding(const Node& node, PublishedValues& published) {
    const auto origin = read_origin(node);
    const std::string* name = text(node, "finding");
    if (!origin || name == nullptr) return;
    if (node.find("value") != nullptr) {
      const std::string* value_text = text(node, "value");
      const auto value = value_text != nullptr ? parse_integer(*value_text) : std::nullopt;
      if (!value) return report(node, "value", "expected an integer");
      published.findings.push_back({*origin, *name, Exact{*value}});
      return;
    }
    auto table = read_table(node);
    if (!table) return;
    auto names = read_row_names(node, *table);
    published.findings.push_back({*origin, *name, std::move(*table), false, std::move(names)});
  }

  void report(const Node& node, const std::string& path, const std::string& message) {
    diagnostics_.push_back({node.where, path, message, std::nullopt});
  }

 private:
  const std::string* text(const Node& node, const std::string& key) {
    const Node* member = node.find(key);
    if (member == nullptr || member->kind != Node::Kind::scalar || member->scalar.empty()) {
      report(node, key, "expected a text");
      return nullptr;
    }
    return &member->scalar;
  }

  std::optional<ValueOrigin> read_origin(const Node& node) {
    const std::string* shape = text(node, "shape");
    const std::string* source = text(node, "source");
    const std::string* standing = text(node, "standing");
    if (shape == nullptr || source == nullptr || standing == nullptr) return std::nullopt;
    if (std::ranges::find(standings, *standing) == standings.end()) {
      report(node, "standing", "expected verified, single_source, remembered or contested");
      return std::nullopt;
    }
    ValueOrigin origin{
        .kind = OriginKind::published, .name = "published", .source = *source + " (" + *standing + ")", .problem = {}};
    if (*standing == contested) {
      if (const std::string* contested_by = text(node, "contested_by")) origin.contested_by = *contested_by;
    }
    const Node* const rules = node.find("rules");
    try {
      origin.problem = parse_problem(parse_shape(*shape), rules == nullptr ? "classic" : rules->scalar);
    } catch (const std::invalid_argument& error) {
      report(node, rules == nullptr ? "shape" : "rules", error.what());
      return std::nullopt;
    }
    return origin;
  }

  std::optional<Table> read_table(const Node& node) {
    const Node* key = node.find("key");
    const Node* columns = node.find("columns");
    const Node* rows = node.find("rows");
    if (key == nullptr || columns == nullptr || rows == nullptr || rows->kind != Node::Kind::scalar) {
      report(node, "rows", "a finding has a value, or key, columns and rows");
      return std::nullopt;
    }
    Table table{.key = key->scalar, .columns = {}, .rows = {}};
    for (const auto& column : columns->items) table.columns.push_back(column.scalar);
    for (const auto& [row, numbers] : read_lines(*rows)) {
      std::vector<Integer> values;
      std::istringstream words{numbers};
      for (std::string word; words >> word;) {
        const auto value = parse_integer(word);
        if (!value) report(*rows, row, "expected an integer");
        values.push_back(value.value_or(0));
      }
      if (values.size() != table.columns.size()) {
        report(*rows, row, "expected as many numbers as there are columns");
      } else {
        table.add(row, values);
      }
    }
    return table;
  }

  std::map<std::string, std::string> read_row_names(const Node& node, const Table& table) {
    const Node* names = node.find("names");
    if (names == nullptr) return {};
    auto row_names = read_lines(*names);
    for (const auto& [row, name] : row_names) {
      if (!table.rows.contains(row)) report(*names, row, "the table has no such row");
    }
    return row_names;
  }

  /// Reads lines of a key, a colon, and the rest. They are a single text in YAML, because its parser is slow for large
  /// maps.
  std::map<std::string, std::string> read_lines(const Node& node) {
    std::map<std::string, std::string> found;
    std::istringstream lines{node.scalar};
    for (std::string line; std::getline(lines, line);) {
      const auto colon = line.find(": ");
      if (colon == std::string::npos || !found.emplace(line.substr(0, colon), line.substr(colon + 2)).second) {
        report(node, line, "expected a key that is new, a colon, and the rest");
      }
    }
    return found;
  }

  std::vector<Diagnostic>& diagnostics_;
};

std::string file_of(int side) { return std::to_string(side) + ".yaml"; }

/// Adds the values of a file; values of variants only if they are wanted.
void read_file(const std::filesystem::path& file, bool with_variants, PublishedValues& published) {
  std::vector<Diagnostic> diagnostics;
  const Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  Reader reader{diagnostics};
  for (const auto& member : root.members) {
    using Read = void (Reader::*)(const Node&, PublishedValues&);
    if (member.key == "approximations") continue;  // never compared with anything; `identify` shows them
    const Read read = member.key == "values"     ? &Reader::read_value
                      : member.key == "findings" ? &Reader::read_finding
                                                 : nullptr;
    if (read == nullptr) {
      diagnostics.push_back({member.where, member.key, "expected values, findings or approximations", std::nullopt});
      continue;
    }
    for (const auto& node : member.value.items) {
      if (with_variants || node.find("rules") == nullptr) (reader.*read)(node, published);
    }
  }
  throw_if_any(diagnostics);
}

}  // namespace

PublishedValues read_published_values(const std::filesystem::path& folder) {
  PublishedValues published;
  for (int side = 1; side <= max_side; ++side) {
    const auto file = folder / file_of(side);
    if (std::filesystem::exists(file)) read_file(file, true, published);
  }
  return published;
}

PublishedValues read_published_values(const std::filesystem::path& folder, std::span<const Problem> problems) {
  std::map<int, bool> sides;  // true if a problem of that side is a variant
  for (const Problem& problem : problems) {
    bool& has_variant = sides[problem.shape.side()];
    has_variant = has_variant || !problem.rules.are_classic();
  }
  PublishedValues published;
  for (const auto& [side, has_variant] : sides) {
    const auto file = folder / file_of(side);
    if (std::filesystem::exists(file)) read_file(file, has_variant, published);
  }
  return published;
}

void add_published_values(const std::filesystem::path& file, PublishedValues& published) {
  read_file(file, true, published);
}

std::filesystem::path published_values_folder() { return data_file("published_values"); }

}  // namespace gridcensus::host
