#include "gridcensus/shape.hpp"
#include "host/document/form.hpp"

#include <type_traits>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr const char* whole_number_pattern = "^(0|[1-9][0-9]*|[1-9][0-9]{0,2}((,[0-9]{3})+|(_[0-9]{3})+))$";
constexpr const char* grouped_number_pattern = "^[1-9][0-9]{0,2}((,[0-9]{3})+|(_[0-9]{3})+)$";
constexpr const char* exponent_pattern = "^[1-9][0-9]*([.][0-9]+)?[eE][+]?[0-9]{1,2}$";
constexpr const char* configured_pattern = "^[a-z][a-z0-9_]*(@.+)?$";
constexpr const char* shape_pattern = "^[1-9][0-9]*x[1-9][0-9]*$";
constexpr const char* rules_pattern = "^(layout|region|different|offset|wrapped_offset):[^,]+$";
constexpr const char* memory_pattern = "^[1-9][0-9]* ?(KiB|MiB|GiB|TiB)$";
constexpr const char* name_pattern = "^[a-z][a-z0-9_]*$";

/// Editors distinguish `2` from `"2"` as we do, and a plain scalar of another type is text to us.
Json text_schema() { return {{"type", Json::array({"string", "number", "boolean"})}}; }

/// An integer may be written with separators, or with an exponent. Both are text to some editors.
Json or_grouped(Json integer) {
  return {{"anyOf", Json::array({std::move(integer),
                                 {{"type", "string"}, {"pattern", grouped_number_pattern}},
                                 {{"type", "string"}, {"pattern", exponent_pattern}}})}};
}

Json value_json(const ParameterValue& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return nullptr;
        else
          return held;
      },
      value);
}

Json parameter_schema(const ParameterSpec& spec) {
  Json schema;
  switch (spec.type) {
    case ParameterType::boolean: schema = {{"type", "boolean"}}; break;
    case ParameterType::integer: schema = {{"type", "integer"}}; break;
    case ParameterType::real: schema = {{"type", "number"}}; break;
    case ParameterType::text: schema = text_schema(); break;
    case ParameterType::choice: schema = {{"enum", spec.choices}}; break;
  }
  const auto limit = [&spec](double value) -> Json {
    if (spec.type == ParameterType::integer) return static_cast<std::int64_t>(value);
    return value;
  };
  if (spec.low) schema["minimum"] = limit(*spec.low);
  if (spec.high) schema["maximum"] = limit(*spec.high);
  if (spec.type == ParameterType::integer) schema = or_grouped(std::move(schema));
  if (spec.default_value.index() != 0) schema["default"] = value_json(spec.default_value);
  return schema;
}

/// Writes the schema of a form; the variants of dictionaries go to the definitions.
class SchemaWriter {
 public:
  Json write(const Form& form) {
    Json schema = write_single(form);
    if (form.or_list) {
      Json items = {
          {"type", "array"}, {"items", form.element.empty() ? schema : write(form.element.front())}, {"minItems", 1}};
      schema = {{"anyOf", Json::array({std::move(schema), std::move(items)})}};
    }
    if (!form.map_instead.empty()) {
      schema = {{"anyOf", Json::array({std::move(schema), write(form.map_instead.front())})}};
    }
    if (form.or_null) schema["type"] = Json::array({schema["type"], "null"});
    return schema;
  }

  const Json& definitions() const { return definitions_; }

 private:
  Json write_single(const Form& form) {
    switch (form.kind) {
      case Form::Kind::text: return text_schema();
      case Form::Kind::name: return {{"type", "string"}, {"pattern", name_pattern}};
      case Form::Kind::configured: return {{"type", "string"}, {"pattern", configured_pattern}};
      case Form::Kind::choice: return {{"enum", form.choices}};
      case Form::Kind::boolean: return {{"type", "boolean"}};
      case Form::Kind::integer: return or_grouped({{"type", "integer"}, {"minimum", form.low}, {"maximum", form.high}});
      case Form::Kind::real:
        return {{"type", "number"},
                {form.range.excludes_low ? "exclusiveMinimum" : "minimum", form.range.low},
                {form.range.excludes_high ? "exclusiveMaximum" : "maximum", form.range.high}};
      case Form::Kind::count:
        return {{"anyOf", Json::array({{{"type", "integer"}, {"minimum", 0}},
                                       {{"type", "string"}, {"pattern", whole_number_pattern}}})}};
      case Form::Kind::shape: return {{"type", "string"}, {"pattern", shape_pattern}};
      case Form::Kind::square:
        return {{"anyOf", Json::array({{{"type", "string"}, {"pattern", shape_pattern}},
                                       {{"type", "integer"}, {"minimum", 1}, {"maximum", max_side}}})}};
      case Form::Kind::rules:
        return {
            {"anyOf", Json::array({{{"enum", names_of_rules()}}, {{"type", "string"}, {"pattern", rules_pattern}}})}};
      case Form::Kind::memory: return {{"type", "string"}, {"pattern", memory_pattern}};
      case Form::Kind::parameter: return parameter_schema(form.parameter);
      case Form::Kind::map: return map_schema(form);
      case Form::Kind::list: return list_schema(form);
      case Form::Kind::dictionary: return dictionary_schema(form);
    }
    return Json::object();
  }

  Json map_schema(const Form& form) {
    Json schema = {{"type", "object"}, {"additionalProperties", form.accepts_unknown_keys}};
    if (form.needs_entry) schema["minProperties"] = 1;
    Json properties = Json::object();
    Json required = Json::array();
    for (const auto& field : form.fields) {
      Json property = write(field.form);
      property["description"] = field.help;
      properties[field.key] = std::move(property);
      if (field.is_required) required.push_back(field.key);
    }
    schema["properties"] = std::move(properties);
    if (!required.empty()) schema["required"] = std::move(required);
    for (const auto& group : form.either_or) schema["oneOf"].push_back({{"required", group}});
    if (!form.either_or.empty()) forbid_mixtures(form, schema);
    return schema;
  }

  /// Forbids a key of one group beside a complete other group, which "oneOf" alone would allow.
  static void forbid_mixtures(const Form& form, Json& schema) {
    for (auto& alternative : schema["oneOf"]) {
      Json others = Json::array();
      for (const auto& group : form.either_or) {
        if (alternative["required"] == Json(group)) continue;
        for (const auto& key : group) others.push_back({{"required", Json::array({key})}});
      }
      alternative["not"] = {{"anyOf", std::move(others)}};
    }
  }

  Json list_schema(const Form& form) {
    Json schema = {{"type", "array"}, {"items", write(form.element.at(0))}};
    if (form.needs_entry) schema["minItems"] = 1;
    return schema;
  }

  Json dictionary_schema(const Form& form) {
    Json schema = {{"type", "object"}};
    if (form.needs_entry) schema["minProperties"] = 1;
    if (!form.choices.empty())
      schema["propertyNames"] = {{"enum", form.choices}};
    else
      schema["propertyNames"] = {{"pattern", name_pattern}};
    if (form.variants.empty()) {
      schema["additionalProperties"] = write(form.element.at(0));
      return schema;
    }

    // An entry with the name of a variant is that variant; any other names its variant.
    Json properties = Json::object();
    Json names = Json::array();
    Json chosen = Json::array();
    for (const auto& [name, variant] : form.variants) {
      definitions_[name] = write(variant);
      const Json reference = {{"$ref", "#/definitions/" + name}};
      properties[name] = reference;
      names.push_back(name);
      const Json is_chosen = {{"properties", {{form.variant_key, {{"const", name}}}}},
                              {"required", Json::array({form.variant_key})}};
      chosen.push_back({{"if", is_chosen}, {"then", reference}});
    }
    schema["properties"] = std::move(properties);
    schema["additionalProperties"] = {{"type", "object"},
                                      {"required", Json::array({form.variant_key})},
                                      {"properties", {{form.variant_key, {{"enum", std::move(names)}}}}},
                                      {"allOf", std::move(chosen)}};
    return schema;
  }

  Json definitions_ = Json::object();
};

}  // namespace

Json schema_of(const Form& form) {
  SchemaWriter writer;
  Json schema = writer.write(form);
  schema["definitions"] = writer.definitions();
  return schema;
}

}  // namespace gridcensus::host
