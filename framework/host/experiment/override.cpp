#include "host/experiment/override.hpp"

#include "gridcensus/integer.hpp"
#include "host/base/text.hpp"
#include "host/document/form.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace gridcensus::host {

namespace {

/// One step into the tree: a key of a map, or a place in a list.
struct Step {
  std::string key;
  std::optional<std::size_t> place = {};
};

/// Returns "problems[0].shape" in steps; nullopt if the text is not a path.
std::optional<std::vector<Step>> steps_of(const std::string& path) {
  std::vector<Step> steps;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const auto end = std::min(path.find('.', begin), path.size());
    std::string key = path.substr(begin, end - begin);
    begin = end + 1;
    std::optional<std::size_t> place;
    if (const auto bracket = key.find('['); bracket != std::string::npos && key.ends_with(']')) {
      const auto number = parse_integer(key.substr(bracket + 1, key.size() - bracket - 2));
      if (!number || *number < 0 || *number > 1'000'000) return std::nullopt;
      place = number->convert_to<std::size_t>();
      key.resize(bracket);
    }
    if (key.empty() || key.find('[') != std::string::npos) return std::nullopt;
    steps.push_back({std::move(key)});
    if (place) steps.push_back({"", place});
  }
  return steps;
}

/// Follows the path of one override into the tree and puts its value there.
class Walk {
 public:
  Walk(const Override& each, std::vector<Diagnostic>& diagnostics) : override_{each}, diagnostics_{diagnostics} {}

  void into(Node& root, const std::vector<Step>& steps) {
    Node* node = &root;
    for (const auto& step : steps) {
      node = step.place ? item(*node, *step.place) : member(*node, step.key);
      if (node == nullptr) return;
    }
    *node = override_.value;
  }

 private:
  Node* refuse(std::string message, std::optional<std::string> nearest = std::nullopt) {
    diagnostics_.push_back({override_.value.where, override_.path, std::move(message), std::move(nearest)});
    return nullptr;
  }

  Node* item(Node& list, std::size_t place) {
    walked_ += "[" + std::to_string(place) + "]";
    if (list.kind == Node::Kind::sequence && place < list.items.size()) return &list.items[place];
    return refuse(walked_ + " does not exist: " +
                  (list.kind == Node::Kind::sequence
                       ? "the list has " + pluralise(list.items.size(), "entry", "entries") + ", the first is [0]"
                       : "the value is " + describe(list)));
  }

  Node* member(Node& map, const std::string& key) {
    const std::string above = walked_;
    walked_ += (walked_.empty() ? "" : ".") + key;
    if (map.kind == Node::Kind::null) {
      // `enumeration:` without a value is a map without keys, and a missing key is added to it.
      map = Node{.kind = Node::Kind::map, .where = override_.value.where};
    }
    if (map.kind == Node::Kind::refused) return nullptr;
    if (map.kind != Node::Kind::map) return refuse(above + " is not a map of keys and values, but " + describe(map));
    if (Node* const found = map.find(key)) return found;
    if (above == "strategies") {
      std::vector<std::string> names;
      for (const auto& [name, where, value] : map.members) names.push_back(name);
      const bool is_typed = !map.where.option.empty();
      return refuse((is_typed ? "--with gives no strategy " : "this file has no configuration ") + excerpt(key) +
                        "; known: " + joined(names),
                    nearest_name(key, names));
    }
    const Location& where = override_.value.where;
    return &map.members.emplace_back(Node::Member{key, where, {.where = where}}).value;
  }

  const Override& override_;
  std::vector<Diagnostic>& diagnostics_;
  std::string walked_;
};

void move_to(Node& node, const Location& where) {
  node.where = where;
  for (auto& item : node.items) move_to(item, where);
  for (auto& member : node.members) {
    member.where = where;
    move_to(member.value, where);
  }
}

}  // namespace

Node override_value(const std::string& text, const Location& where) {
  const bool is_yaml = !text.empty() && std::string_view{"[{\"'"}.find(text.front()) != std::string_view::npos;
  // As it was typed: a colon or a # has no special meaning.
  if (!is_yaml) return {.kind = Node::Kind::scalar, .scalar = text, .where = where};
  std::vector<Diagnostic> diagnostics;
  Node root = parse_document("value: " + text, "", diagnostics);
  if (diagnostics.empty() && root.members.size() != 1) {
    diagnostics.push_back({where, "", "expected one value", std::nullopt});
  }
  for (auto& diagnostic : diagnostics) diagnostic.where = where;
  throw_if_any(diagnostics);
  Node node = std::move(root.members.front().value);
  move_to(node, where);
  return node;
}

Override read_override(const std::string& typed, const Location& where) {
  const auto equals = typed.find('=');
  if (equals == std::string::npos || equals == 0 || !steps_of(typed.substr(0, equals))) {
    throw BadInput{Diagnostic{where, "",
                              "expected the path of a key and its value, such as strategies.enumeration.max_side=4 or "
                              "compare.confidence=0.999",
                              std::nullopt}};
  }
  return {.path = typed.substr(0, equals),
          .value = override_value(typed.substr(equals + 1), where),
          .recorded_text = typed};
}

void override_values(ExperimentText& text, const std::vector<Override>& overrides) {
  std::map<std::string, const Override*> earlier;
  for (const auto& each : overrides) {
    if (!earlier.emplace(each.path, &each).second) {
      text.diagnostics.push_back({each.value.where, each.path, each.path + " is given twice", std::nullopt});
      continue;
    }
    if (!each.recorded_text.empty()) text.overrides.push_back(each.recorded_text);
    if (text.root.kind == Node::Kind::map) Walk{each, text.diagnostics}.into(text.root, *steps_of(each.path));
  }
}

}  // namespace gridcensus::host
