#include "host/programs/declared.hpp"

#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/fields/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace gridcensus::host {

namespace {

/// Returns the value of a name.
///
/// @throws MalformedMessage  lists the known names.
template <class Value>
Value named(const std::map<std::string, Value>& values, const std::string& name, const std::string& noun) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, value] : values) names.push_back(known);
  const auto nearest = nearest_name(name, names);
  throw MalformedMessage{fmt::format("unknown {} '{}'; expected one of: {}{}", noun, printable(name),
                                     fmt::join(names, ", "), nearest ? " (did you mean " + *nearest + "?)" : "")};
}

std::string text_in(const Message& message, const char* member) { return message.value(member, std::string{}); }

bool flag_in(const Message& message, const char* member) {
  if (!message.contains(member)) return false;
  // In a description every scalar is text.
  const Message& value = message.at(member);
  return value.is_string() ? value == "true" : value.get<bool>();
}

/// Returns the value as it would be typed.
std::string typed(const Message& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

About::Yield yield_in(const Message& message) {
  check_members(message, {"name", "kind", "definition", "unit", "same_for", "relabelling_classes_of"}, "a quantity");
  static const std::map<std::string, Preserved> kept{
      {"nothing", Preserved::nothing}, {"transposes", Preserved::grids}, {"symmetries", Preserved::symmetries}};
  const std::string name = message.at("name").get<std::string>();
  const Kind kind = kind_in(message.value("kind", "exact"));
  if (!message.contains("definition")) {
    const auto known = find_quantity(name);
    if (!known) {
      const auto names = quantity_names();
      const auto nearest = nearest_name(name, names);
      throw MalformedMessage{fmt::format("its quantity '{}' is not known here, and has no definition{}",
                                         printable(name), nearest ? " (did you mean " + *nearest + "?)" : "")};
    }
    return {*known, kind};
  }
  return {Quantity{{.name = name,
                    .definition = text_in(message, "definition"),
                    .unit = text_in(message, "unit"),
                    .relabelling_classes_of = text_in(message, "relabelling_classes_of"),
                    .under_maps = named(kept, message.value("same_for", "nothing"), "value of same_for")}},
          kind};
}

ParameterSpec parameter_in(const Message& message) {
  check_members(message,
                {"name", "type", "default", "unit", "help", "low", "high", "choices", "speed_only", "part_of_question",
                 "ends_sampling"},
                "a parameter");
  static const std::map<std::string, ParameterType> types{{"boolean", ParameterType::boolean},
                                                          {"integer", ParameterType::integer},
                                                          {"real", ParameterType::real},
                                                          {"text", ParameterType::text},
                                                          {"choice", ParameterType::choice}};
  ParameterSpec spec;
  spec.name = message.at("name").get<std::string>();
  spec.type = named(types, message.value("type", "text"), "type");
  spec.unit = text_in(message, "unit");
  spec.help = text_in(message, "help");
  if (message.contains("low")) spec.low = static_cast<double>(value_from<Real>(message.at("low")));
  if (message.contains("high")) spec.high = static_cast<double>(value_from<Real>(message.at("high")));
  if (message.contains("choices")) spec.choices = message.at("choices").get<std::vector<std::string>>();
  spec.speed_only = flag_in(message, "speed_only");
  spec.part_of_question = flag_in(message, "part_of_question");
  spec.ends_sampling = flag_in(message, "ends_sampling");
  if (!message.contains("default") || message.at("default").is_null()) return spec;
  try {
    spec.default_value = parse_parameter(spec, typed(message.at("default")));
  } catch (const InvalidParameter& error) {
    throw MalformedMessage{fmt::format("the default of its parameter '{}': {}", printable(spec.name), error.what())};
  }
  return spec;
}

AcceptedShapes shapes_in(const Message& message) {
  AcceptedShapes takes;
  if (message.contains("largest_side"))
    takes.largest_side = static_cast<int>(value_from<std::uint64_t>(message.at("largest_side")));
  if (!message.contains("shapes")) return takes;
  for (const Message& shape : list_in(message.at("shapes")))
    takes.shapes.push_back(parse_shape(shape.get<std::string>()));
  return takes;
}

}  // namespace

std::optional<std::string> AcceptedShapes::why_not(Shape shape) const {
  if (largest_side && shape.side() > *largest_side) {
    return fmt::format("it takes sides up to {} only", *largest_side);
  }
  if (shapes.empty() || std::ranges::find(shapes, shape) != shapes.end()) return std::nullopt;
  std::string names;
  for (const Shape taken : shapes) names += (names.empty() ? "" : ", ") + to_string(taken);
  return "it takes the shapes " + names + " only";
}

void check_members(const Message& message, const std::vector<std::string>& known, const std::string& noun) {
  if (!message.is_object()) throw MalformedMessage{fmt::format("expected {} as an object", noun)};
  for (const auto& [name, value] : message.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto nearest = nearest_name(name, known);
    throw MalformedMessage{fmt::format("unknown member '{}' of {}{}", printable(name), noun,
                                       nearest ? " (did you mean " + *nearest + "?)" : "")};
  }
}

Kind kind_in(const std::string& name) {
  static const std::map<std::string, Kind> kinds{{"exact", Kind::exact},
                                                 {"estimate", Kind::estimate},
                                                 {"approximation", Kind::approximation},
                                                 {"lower_bound", Kind::lower_bound},
                                                 {"upper_bound", Kind::upper_bound}};
  return named(kinds, name, "kind");
}

Declared declared_in(const Message& message) {
  static const std::map<std::string, SupportedRules> rules{{"classic", SupportedRules::classic},
                                                           {"different_cells", SupportedRules::different_cells},
                                                           {"any", SupportedRules::any}};
  check_members(message,
                {"protocol", "id", "version", "summary", "source", "quantities", "takes", "parameters", "answers"},
                "what it is");
  Declared declared;
  declared.about = {.id = message.at("id").get<std::string>(),
                    .version = text_in(message, "version"),
                    .summary = text_in(message, "summary"),
                    .source = text_in(message, "source"),
                    .yields = {}};
  for (const Message& quantity : list_in(message.at("quantities"))) declared.about.yields.push_back(yield_in(quantity));
  if (message.contains("parameters")) {
    for (const Message& parameter : list_in(message.at("parameters")))
      declared.parameters.push_back(parameter_in(parameter));
  }
  if (message.contains("takes")) {
    const Message& takes = message.at("takes");
    check_members(takes, {"rules", "largest_side", "shapes"}, "takes");
    declared.about.rules = named(rules, takes.value("rules", "classic"), "kind of rules");
    declared.takes = shapes_in(takes);
  }
  if (!message.contains("answers")) return declared;
  for (const Message& call : list_in(message.at("answers"))) {
    static const std::map<std::string, bool> calls{
        {"offer", true}, {"traits", true}, {"is_enough", true}, {"conclude", true}};
    named(calls, call.get<std::string>(), "call");
    declared.answers.insert(call.get<std::string>());
  }
  return declared;
}

}  // namespace gridcensus::host
