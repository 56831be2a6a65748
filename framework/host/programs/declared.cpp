#include "host/programs/declared.hpp"

#include "host/base/errors.hpp"
#include "host/base/quantities.hpp"
#include "host/base/text.hpp"
#include "host/fields/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace gridcensus::host {

namespace {

/// `Preserved` in the words of programs.
enum class SameFor { nothing, transposes, symmetries };

Quantity known_quantity(const std::string& name) {
  if (const auto known = find_quantity(name)) return *known;
  const auto names = quantity_names();
  const auto nearest = nearest_name(name, names);
  throw WrongForm{fmt::format("its quantity '{}' is not known here, and has no definition{}", printable(name),
                              nearest ? " (did you mean " + *nearest + "?)" : "")};
}

}  // namespace

template <>
inline constexpr std::array<std::string_view, 3> terms<SameFor>{"nothing", "transposes", "symmetries"};
template <>
inline constexpr std::array<std::string_view, 3> terms<SupportedRules>{"classic", "different_cells", "any"};
template <>
inline constexpr std::array<std::string_view, 5> terms<ParameterType>{"boolean", "integer", "real", "text", "choice"};
template <>
inline constexpr std::array<std::string_view, 4> terms<OptionalCall>{"offer", "traits", "is_enough", "conclude"};

namespace encoding {

namespace {

/// The member of this name.
struct Takes {
  SupportedRules& rules;
  AcceptedShapes& shapes;
};

}  // namespace

template <>
inline constexpr Naming naming<About::Yield>{"quantity", "a quantity", Members::closed};
template <>
inline constexpr Naming naming<ParameterSpec>{"parameter", "a parameter", Members::closed};
template <>
inline constexpr Naming naming<Takes>{"takes", "takes", Members::closed};
template <>
inline constexpr Naming naming<Declared>{"declaration", "what it is", Members::closed};

// They are only read.

void fields(auto& v, Is<About::Yield> auto& yield) {
  QuantityInfo info;
  SameFor same_for{};
  v.always("name", "The name of the quantity.", info.name);
  v.if_any("kind", "The kind of its outcomes; exact if it is missing.", yield.kind);
  v.if_any("definition", "Of a quantity of its own: one sentence.", info.definition);
  v.if_any("unit", "Of a quantity of its own: what it counts.", info.unit);
  v.if_any("same_for", "What a map of cells must preserve for the quantity to be the same.", same_for);
  v.if_any("relabelling_classes_of", "The quantity that is N! times this one.", info.relabelling_classes_of);
  v.refuse_others(naming<About::Yield>.description);
  info.under_maps = static_cast<Preserved>(same_for);
  yield.quantity = info.definition.empty() ? known_quantity(info.name) : Quantity{info};
}

void fields(auto& v, Is<ParameterSpec> auto& spec) {
  Typed preset;
  v.always("name", "As users type it.", spec.name);
  v.if_any("type", "The type of its values; text if it is missing.", spec.type);
  v.if_any("unit", "The unit of its values.", spec.unit);
  v.if_any("help", "One sentence.", spec.help);
  v.if_any("low", "The smallest value.", spec.low);
  v.if_any("high", "The largest value.", spec.high);
  v.if_any("choices", "Of type choice: its values.", spec.choices);
  v.if_any("speed_only", "Whether it cannot change the result.", spec.speed_only);
  v.if_any("part_of_question", "Whether it determines what is counted.", spec.part_of_question);
  v.if_any("ends_sampling", "Whether it limits a sampling run.", spec.ends_sampling);
  v.if_any("default", "Its value if none is given.", preset);
  v.refuse_others(naming<ParameterSpec>.description);
  if (!preset.text) return;
  try {
    spec.default_value = parse_parameter(spec, *preset.text);
  } catch (const InvalidParameter& error) {
    throw WrongForm{fmt::format("the default of its parameter '{}': {}", printable(spec.name), error.what())};
  }
}

void fields(auto& v, Is<Takes> auto& takes) {
  v.if_any("rules", "The rules that it supports; classic ones if it is missing.", takes.rules);
  v.if_any("largest_side", "The largest side of a grid.", takes.shapes.largest_side);
  v.if_any("shapes", "All shapes that it accepts.", takes.shapes.shapes);
}

void fields(auto& v, Is<Declared> auto& declared) {
  About& about = declared.about;
  std::uint64_t protocol = 0;
  v.if_any("protocol", "The version of the protocol.", protocol);
  v.always("id", "That of its description.", about.id);
  v.if_any("version", "Its version.", about.version);
  v.if_any("summary", "One line.", about.summary);
  v.if_any("source", "The source of its method.", about.source);
  v.always("quantities", "What it yields.", about.yields);
  v.if_any("takes", "The problems that it accepts.", Takes{about.rules, declared.takes});
  v.if_any("parameters", "Its parameters.", declared.parameters);
  v.if_any("answers", "The calls that it answers.", declared.answers);
}

}  // namespace encoding

std::optional<std::string> AcceptedShapes::why_not(Shape shape) const {
  if (largest_side && std::cmp_greater(shape.side(), *largest_side)) {
    return fmt::format("it takes sides up to {} only", *largest_side);
  }
  if (shapes.empty() || std::ranges::find(shapes, shape) != shapes.end()) return std::nullopt;
  return "it takes the shapes " + join(shapes, [](Shape taken) { return to_string(taken); }) + " only";
}

Declared declared_in(const Message& message) { return value_from<Declared>(message); }

}  // namespace gridcensus::host
