#include "host/compare/published.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/document/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace gridcensus::host {

namespace {

constexpr std::string_view contested = "contested";

/// How well a published value is founded, as the data file writes it.
constexpr std::array<std::string_view, 4> standings{
    "verified",       // two independent sources, or one and an independent recomputation
    "single_source",  // one source, nobody else
    "remembered",     // quoted from the literature without the page at hand
    contested,        // believed to be wrong; contested_by says why
};

/// Reads the entries of the data file and collects what is wrong with them.
class Reader {
 public:
  explicit Reader(std::vector<Diagnostic>& diagnostics) : diagnostics_{diagnostics} {}

  void read_value(const Node& node, PublishedValues& published) {
    const auto voice = read_voice(node);
    const std::string* quantity_name = text(node, "quantity");
    const std::string* value_text = text(node, "value");
    if (!voice || quantity_name == nullptr || value_text == nullptr) return;
    const auto quantity = find_quantity(*quantity_name);
    const auto value = parse_integer(*value_text);
    if (!quantity) return complain(node, "quantity", "unknown quantity " + *quantity_name);
    if (!value) return complain(node, "value", "expected an integer");
    published.outcomes.push_back({*voice, *quantity, Exact{*value}});
  }

  void read_finding(const Node& node, PublishedValues& published) {
    const auto voice = read_voice(node);
    const std::string* name = text(node, "finding");
    if (!voice || name == nullptr) return;
    if (node.find("value") != nullptr) {
      const std::string* value_text = text(node, "value");
      const auto value = value_text != nullptr ? parse_integer(*value_text) : std::nullopt;
      if (!value) return complain(node, "value", "expected an integer");
      published.findings.push_back({*voice, *name, Exact{*value}});
      return;
    }
    auto table = read_table(node);
    if (!table) return;
    auto names = read_row_names(node, *table);
    published.findings.push_back({*voice, *name, std::move(*table), false, std::move(names)});
  }

  void read_sequence(const Node& node, PublishedValues& published) {
    const std::string* name = text(node, "sequence");
    const std::string* quantity_name = text(node, "quantity");
    const std::string* rows = text(node, "rows");
    const std::string* first = text(node, "first");
    if (name == nullptr || quantity_name == nullptr || rows == nullptr || first == nullptr) return;
    const auto quantity = find_quantity(*quantity_name);
    if (!quantity) return complain(node, "quantity", "unknown quantity " + *quantity_name);
    const auto row_number = small_number(*rows);
    if (!row_number && *rows != "n") return complain(node, "rows", "expected a number of rows, or n");
    const auto first_number = small_number(*first);
    if (!first_number) return complain(node, "first", "expected the columns of the first shape");
    Sequence sequence{*name, *quantity, row_number, *first_number, {}};
    if (const Node* before = node.find("before")) {
      for (const Node& item : before->items) {
        const auto value = parse_integer(item.scalar);
        if (!value) return complain(item, "before", "expected an integer");
        sequence.before.push_back(*value);
      }
    }
    published.sequences.push_back(std::move(sequence));
  }

  void complain(const Node& node, const std::string& path, const std::string& message) {
    diagnostics_.push_back({node.where, path, message, std::nullopt});
  }

 private:
  static std::optional<int> small_number(const std::string& text) {
    const auto value = parse_integer(text);
    if (!value || *value < 1 || *value > max_side) return std::nullopt;
    return value->convert_to<int>();
  }

  const std::string* text(const Node& node, const std::string& key) {
    const Node* member = node.find(key);
    if (member == nullptr || member->kind != Node::Kind::scalar || member->scalar.empty()) {
      complain(node, key, "expected a text");
      return nullptr;
    }
    return &member->scalar;
  }

  std::optional<Voice> read_voice(const Node& node) {
    const std::string* shape = text(node, "shape");
    const std::string* source = text(node, "source");
    const std::string* standing = text(node, "standing");
    if (shape == nullptr || source == nullptr || standing == nullptr) return std::nullopt;
    if (std::ranges::find(standings, *standing) == standings.end()) {
      complain(node, "standing", "expected verified, single_source, remembered or contested");
      return std::nullopt;
    }
    Voice voice{
        .kind = VoiceKind::published, .name = "published", .source = *source + " (" + *standing + ")", .problem = {}};
    if (*standing == contested) {
      if (const std::string* contested_by = text(node, "contested_by")) voice.contested_by = *contested_by;
    }
    const Node* const rules = node.find("rules");
    try {
      voice.problem = parse_problem(parse_shape(*shape), rules == nullptr ? "classic" : rules->scalar);
    } catch (const std::invalid_argument& error) {
      complain(node, rules == nullptr ? "shape" : "rules", error.what());
      return std::nullopt;
    }
    return voice;
  }

  std::optional<Table> read_table(const Node& node) {
    const Node* key = node.find("key");
    const Node* columns = node.find("columns");
    const Node* rows = node.find("rows");
    if (key == nullptr || columns == nullptr || rows == nullptr || rows->kind != Node::Kind::map) {
      complain(node, "rows", "a finding has a value, or key, columns and rows");
      return std::nullopt;
    }
    Table table{.key = key->scalar, .columns = {}, .rows = {}};
    for (const auto& column : columns->items) table.columns.push_back(column.scalar);
    for (const auto& row : rows->members) {
      std::vector<Integer> values;
      for (const auto& item : row.value.items) {
        const auto value = parse_integer(item.scalar);
        if (!value) complain(item, row.key, "expected an integer");
        values.push_back(value.value_or(0));
      }
      if (values.size() != table.columns.size()) {
        complain(row.value, row.key, "expected as many numbers as there are columns");
      } else {
        table.add(row.key, values);
      }
    }
    return table;
  }

  std::map<std::string, std::string> read_row_names(const Node& node, const Table& table) {
    std::map<std::string, std::string> row_names;
    const Node* names = node.find("names");
    if (names == nullptr) return row_names;
    for (const auto& member : names->members) {
      if (!table.rows.contains(member.key)) complain(member.value, member.key, "the table has no such row");
      row_names.emplace(member.key, member.value.scalar);
    }
    return row_names;
  }

  std::vector<Diagnostic>& diagnostics_;
};

}  // namespace

std::string Sequence::of() const {
  return fmt::format("{} of {}xn", name_of(quantity), rows ? std::to_string(*rows) : "n");
}

namespace {

PublishedValues read_wanted(const std::filesystem::path& file, const std::function<bool(const Node&)>& is_wanted) {
  std::vector<Diagnostic> diagnostics;
  const Node root = parse_document(read_text_file(file), file.string(), diagnostics);
  PublishedValues published;
  Reader reader{diagnostics};
  for (const auto& member : root.members) {
    using Read = void (Reader::*)(const Node&, PublishedValues&);
    const Read read = member.key == "values"      ? &Reader::read_value
                      : member.key == "findings"  ? &Reader::read_finding
                      : member.key == "sequences" ? &Reader::read_sequence
                                                  : nullptr;
    if (read == nullptr) {
      diagnostics.push_back({member.where, member.key, "expected values, findings or sequences", std::nullopt});
      continue;
    }
    for (const auto& node : member.value.items) {
      if (is_wanted(node)) (reader.*read)(node, published);
    }
  }
  if (!diagnostics.empty()) throw BadInput{diagnostics};
  return published;
}

}  // namespace

PublishedValues read_published_values(const std::filesystem::path& file) {
  return read_wanted(file, [](const Node&) { return true; });
}

PublishedValues read_published_values(const std::filesystem::path& file, std::span<const Problem> problems) {
  return read_wanted(file, [&](const Node& node) {
    const Node* const shape = node.find("shape");
    if (shape == nullptr) return false;
    try {
      const int side = parse_shape(shape->scalar).side();
      const bool is_variant = node.find("rules") != nullptr;
      return std::ranges::any_of(problems, [&](const Problem& problem) {
        return problem.shape.side() == side && !(is_variant && problem.rules.are_classic());
      });
    } catch (const InvalidShape&) {
      return true;  // the mistake is told where the entry is read
    }
  });
}

std::filesystem::path published_values_file() { return data_file("published_values.yaml"); }

}  // namespace gridcensus::host
