#pragma once

#include "gridcensus/problem.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/fields/fields.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host::encoding {

inline constexpr const char* decimal_pattern = "^-?(0|[1-9][0-9]*)$";
inline constexpr const char* number_pattern = "^-?[0-9]";
inline constexpr const char* quantity_pattern = "^[a-z][a-z0-9_]*$";
inline constexpr const char* shape_pattern = "^[1-9][0-9]*x[1-9][0-9]*$";
inline constexpr const char* rules_pattern = "^[a-z_]+(:[^,]+)?(,[a-z_]+(:[^,]+)?)*$";

/// The objects that others refer to, by name.
using Definitions = Json;

/// Makes the schema of an object.
class Schema {
 public:
  explicit Schema(Definitions& definitions) : definitions_{definitions} {}

  void always(const char* name, const char* description, const auto& member, const Limits& limits = {}) {
    if_any(name, description, member, limits);
    required_.emplace_back(name);
  }
  void later(const char* name, const char* description, const auto& member, const Limits& limits = {}) {
    always(name, description, member, limits);
  }
  void if_any(const char* name, const char* description, const auto& member, const Limits& limits = {}) {
    add(name, description, schema_of(member, limits));
  }
  void group(const char* name, const char* description, const auto& list) {
    Schema inner{definitions_};
    list(inner);
    definitions_[name] = inner.object(description);
    add(name, description, reference(name));
    required_.emplace_back(name);
  }
  void inline_problem(const Problem& /*problem*/) {
    always("shape", "Rows x columns of a box.", std::string{}, {.pattern = shape_pattern});
    always("rules",
           "The cells that must differ beyond rows and columns, in canonical form: one text for one set of rules.",
           std::string{}, {.pattern = rules_pattern});
  }
  void constant(const char* name, const char* description, std::uint64_t value) {
    add(name, description, {{"const", value}});
    required_.emplace_back(name);
  }
  template <class... Alternatives>
  void one_of(const std::variant<Alternatives...>& /*value*/) {
    add_kinds<Alternatives...>();
  }
  template <class... Alternatives, class Other>
  void one_of(const std::optional<std::variant<Alternatives...>>& /*value*/, const Other& /*other*/) {
    add_kinds<Alternatives..., Other>();
  }

  Json object(const std::string& description) const {
    Json json{{"description", description},
              {"type", "object"},
              {"additionalProperties", false},
              {"required", required_},
              {"properties", properties_}};
    if (!rules_.empty()) json["allOf"] = rules_;
    return json;
  }

 private:
  void add(const char* name, const std::string& description, const Json& schema) {
    Json& property = properties_[name];
    property["description"] = description;
    // Validators ignore everything beside a reference.
    if (schema.contains("$ref"))
      property["allOf"] = Json::array({schema});
    else
      property.update(schema);
  }

  static Json reference(const char* name) { return {{"$ref", fmt::format("#/definitions/{}", name)}}; }

  template <class... Alternatives>
  void add_kinds() {
    std::vector<std::pair<std::string_view, Schema>> kinds;
    (kinds.emplace_back(kind_name<Alternatives>(), schema_with<Alternatives>()), ...);
    Json names = Json::array();
    Json all = Json::object();
    for (const auto& [name, kind] : kinds) {
      names.push_back(name);
      for (const auto& [member, schema] : kind.properties_.items()) {
        Json& known = all[member];
        // A member that differs between kinds: the rule of each kind constrains it there.
        known = known.is_null() || known == schema ? schema : Json{{"description", known.at("description")}};
      }
    }
    properties_["kind"] = {{"description", "The kind of the value."}, {"enum", names}};
    required_.emplace_back("kind");
    properties_.update(all);
    for (const auto& [name, kind] : kinds) {
      Json members = Json::object();
      for (const auto& [member, schema] : all.items()) {
        if (!kind.properties_.contains(member))
          members[member] = false;
        else if (kind.properties_.at(member) != schema)
          members[member] = kind.properties_.at(member);
      }
      rules_.push_back({{"if", {{"properties", {{"kind", {{"const", name}}}}}}},
                        {"then", {{"required", kind.required_}, {"properties", members}}}});
    }
  }
  template <class Object>
  Schema schema_with() {
    Schema schema{definitions_};
    const Object object{};
    fields(schema, object);
    return schema;
  }

  /// Returns a reference to the object, and defines the object if it is not yet defined.
  Json reference_to(const char* name, const auto& make) {
    if (!definitions_.contains(name)) {
      definitions_[name] = nullptr;  // it may have members of its own type
      definitions_[name] = make();
    }
    return reference(name);
  }

  static Json with(Json schema, const Limits& limits) {
    if (limits.pattern != nullptr) schema["pattern"] = limits.pattern;
    const auto number = [](double limit) {
      return limit == static_cast<int>(limit) ? Json(static_cast<int>(limit)) : Json(limit);
    };
    if (limits.min) schema[limits.is_exclusive ? "exclusiveMinimum" : "minimum"] = number(*limits.min);
    if (limits.max) schema[limits.is_exclusive ? "exclusiveMaximum" : "maximum"] = number(*limits.max);
    return schema;
  }

  static Json schema_of(const std::string& /*text*/, const Limits& limits) {
    return with({{"type", "string"}}, limits);
  }
  static Json schema_of(bool /*truth*/, const Limits& /*limits*/) { return {{"type", "boolean"}}; }
  static Json schema_of(std::uint64_t /*count*/, const Limits& limits) {
    return with({{"type", "integer"}, {"minimum", 0}}, limits);
  }
  static Json schema_of(double /*number*/, const Limits& limits) { return with({{"type", "number"}}, limits); }
  Json schema_of(Real /*number*/, const Limits& /*limits*/) {
    return reference_to("real", [] {
      return Json{{"description", "A number, or a decimal string if a double cannot hold it."},
                  {"anyOf", {{{"type", "number"}}, {{"type", "string"}, {"pattern", number_pattern}}}}};
    });
  }
  static Json schema_of(const Decimal<const Real>& /*number*/, const Limits& /*limits*/) {
    return {{"type", "string"}, {"pattern", number_pattern}};
  }
  Json schema_of(const Integer& /*number*/, const Limits& /*limits*/) {
    return reference_to("decimal", [] {
      return Json{
          {"description", "A whole number, with all its digits."}, {"type", "string"}, {"pattern", decimal_pattern}};
    });
  }
  Json schema_of(Quantity /*quantity*/, const Limits& /*limits*/) {
    return reference_to("quantity", [] {
      return Json{{"description", "The quantity, by its name in `gridcensus list quantities`."},
                  {"type", "string"},
                  {"pattern", quantity_pattern}};
    });
  }
  static Json schema_of(ExitCode /*code*/, const Limits& /*limits*/) {
    return {
        {"enum",
         {ExitCode::all_agree, ExitCode::run_failed, ExitCode::disagreement, ExitCode::incomplete, ExitCode::storage}}};
  }
  template <Term Type>
  Json schema_of(Type /*term*/, const Limits& /*limits*/) {
    return {{"enum", terms<Type>}};
  }
  Json schema_of(const Problem& problem, const Limits& /*limits*/) {
    return reference_to("problem", [&] {
      Schema schema{definitions_};
      schema.inline_problem(problem);
      return schema.object("The grids that are counted.");
    });
  }
  template <class Type>
  Json schema_of(const std::optional<Type>& /*member*/, const Limits& limits) {
    return schema_of(Type{}, limits);
  }
  template <class Type>
  Json schema_of(const std::vector<Type>& /*members*/, const Limits& limits) {
    return {{"type", "array"}, {"items", schema_of(Type{}, limits)}};
  }
  template <std::size_t size>
  Json schema_of(const std::array<double, size>& /*numbers*/, const Limits& limits) {
    return {{"type", "array"}, {"items", schema_of(double{}, limits)}, {"minItems", size}, {"maxItems", size}};
  }
  template <class Type>
  Json schema_of(const std::map<std::string, Type>& /*members*/, const Limits& limits) {
    return {{"type", "object"}, {"additionalProperties", schema_of(Type{}, limits)}};
  }
  template <class Object>
  requires(naming<Object>.name != nullptr) Json schema_of(const Object& /*object*/, const Limits& /*limits*/) {
    return reference_to(naming<Object>.name, [&] { return schema_with<Object>().object(naming<Object>.description); });
  }

  Definitions& definitions_;
  std::vector<std::string> required_;
  Json properties_ = Json::object();
  Json rules_ = Json::array();
};

}  // namespace gridcensus::host::encoding
