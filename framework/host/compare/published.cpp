#include "host/compare/published.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/document/form.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

namespace gridcensus::host {

namespace {

Field required(const char* key, Form form) { return {.key = key, .form = std::move(form), .is_required = true}; }

/// Returns a list of entries with these keys, besides those that every entry has.
Field entries(const char* key, std::vector<Field> fields, std::vector<std::vector<std::string>> either_or = {}) {
  const Form standing{.kind = Form::Kind::choice, .choices = {"verified", "single_source", "remembered", "contested"}};
  fields.insert(fields.end(),
                {required("shape", {.kind = Form::Kind::shape}), required("source", {}), required("standing", standing),
                 Field{.key = "contested_by", .form = {}}, Field{.key = "rules", .form = {}}});
  Form entry{.kind = Form::Kind::map, .fields = std::move(fields), .either_or = std::move(either_or)};
  return {.key = key, .form = {.kind = Form::Kind::list, .element = {std::move(entry)}}};
}

/// Returns the form of a file of published values.
Form published_form() {
  const Form count{.kind = Form::Kind::count};
  const Form quantity{.kind = Form::Kind::choice, .choices = quantity_names()};
  return {.kind = Form::Kind::map,
          .fields = {entries("values", {required("quantity", quantity), required("value", count)}),
                     entries("findings",
                             {required("finding", {}),
                              {.key = "value", .form = count},
                              {.key = "key", .form = {}},
                              {.key = "columns", .form = {.kind = Form::Kind::list, .element = {Form{}}}},
                              {.key = "rows", .form = {}},
                              {.key = "names", .form = {}}},
                             {{"value"}, {"key", "columns", "rows"}}),
                     // Never compared with anything; `identify` shows them.
                     entries("approximations", {required("quantity", quantity), required("value", {})})}};
}

/// Reads checked entries, and collects the mistakes that their form does not show.
class Reader {
 public:
  explicit Reader(std::vector<Diagnostic>& diagnostics) : diagnostics_{diagnostics} {}

  void read(const Node& node, PublishedValues& published) {
    if (node.is_refused() || std::ranges::any_of(node.members, &Node::is_refused, &Node::Member::value)) return;
    const auto origin = read_origin(node);
    if (!origin) return;
    const Node* const value = node.find("value");
    if (const Node* const quantity = node.find("quantity")) {
      published.outcomes.push_back({*origin, *find_quantity(quantity->scalar), Exact{*integer_of(*value)}});
      return;
    }
    AttributedFinding finding{*origin, node.find("finding")->scalar, {}};
    if (value != nullptr) {
      finding.value = Exact{*integer_of(*value)};
    } else {
      finding.value = read_table(node);
      finding.row_names = read_row_names(node, std::get<Table>(finding.value));
    }
    published.findings.push_back(std::move(finding));
  }

 private:
  void report(const Node& node, const std::string& path, const std::string& message) {
    diagnostics_.push_back({node.where, path, message, std::nullopt});
  }

  std::optional<Side> read_origin(const Node& node) {
    const std::string& standing = node.find("standing")->scalar;
    Side origin{.kind = OriginKind::published,
                .name = "published",
                .source = node.find("source")->scalar + " (" + standing + ")",
                .problem = {}};
    const Node* const contested_by = node.find("contested_by");
    if (standing == "contested" && contested_by == nullptr) {
      report(node, "contested_by", "missing; expected the evidence against the value");
      return std::nullopt;
    }
    if (standing == "contested") origin.contested_by = contested_by->scalar;
    const Node* const rules = node.find("rules");
    try {
      origin.problem =
          parse_problem(parse_shape(node.find("shape")->scalar), rules == nullptr ? "classic" : rules->scalar);
    } catch (const std::invalid_argument& error) {
      report(node, "rules", error.what());
      return std::nullopt;
    }
    return origin;
  }

  Table read_table(const Node& node) {
    Table table{.key = node.find("key")->scalar, .columns = {}, .rows = {}};
    for (const auto& column : node.find("columns")->items) table.columns.push_back(column.scalar);
    const Node& rows = *node.find("rows");
    for (const auto& [row, numbers] : read_lines(rows)) {
      std::vector<Integer> values;
      std::istringstream words{numbers};
      for (std::string word; words >> word;) {
        const auto value = parse_integer(word);
        if (!value) report(rows, row, "expected an integer");
        values.push_back(value.value_or(0));
      }
      if (values.size() != table.columns.size()) {
        report(rows, row, "expected as many numbers as there are columns");
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
  Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  check_form(root, published_form(), "", diagnostics);
  Reader reader{diagnostics};
  for (const auto* const key : {"values", "findings"}) {
    const Node* const list = root.find_accepted(key);
    if (list == nullptr) continue;
    for (const auto& node : list->items) {
      if (with_variants || node.find("rules") == nullptr) reader.read(node, published);
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
