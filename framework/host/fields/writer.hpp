#pragma once

#include "gridcensus/problem.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/fields/fields.hpp"
#include "host/fields/values.hpp"

#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <utility>
#include <variant>

namespace gridcensus::host::encoding {

/// Numbers in results documents: JSON numbers, except whole numbers without a limit.
struct Readable {
  using Json = host::Json;
  static Json written(std::uint64_t count) { return count; }
  static Json written(double number) { return number; }
  /// Returns a JSON number if a double holds it, otherwise a decimal string, so no reader gets an infinity.
  static Json written(Real number);
};

/// Numbers in ledgers and messages: decimal strings with as many digits as give back every bit.
struct Lossless {
  /// Its members are sorted and found by binary search; members of `Json` are found one by one, which is too slow for a
  /// table of many rows.
  using Json = nlohmann::json;
  static Json written(std::uint64_t count) { return std::to_string(count); }
  static Json written(double number);
  static Json written(Real number) { return to_decimal(number); }
};

/// Makes the JSON of an object.
template <class Form>
class Writer {
 public:
  using Json = typename Form::Json;

  void always(const char* name, const char* /*description*/, const auto& member, const Limits& /*limits*/ = {}) {
    add(name, written(member));
  }
  void later(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    always(name, description, member);
  }
  void if_any(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    if (!is_empty(member)) always(name, description, member);
  }
  void group(const char* name, const char* /*description*/, const auto& list) {
    Writer inner;
    list(inner);
    add(name, std::move(inner.json));
  }
  void constant(const char* name, const char* description, std::uint64_t value) { always(name, description, value); }
  template <class... Alternatives>
  void one_of(const std::variant<Alternatives...>& value) {
    std::visit([this](const auto& alternative) { this->add_kind(alternative); }, value);
  }
  void one_of(const auto& value, const auto& other) {
    if (value)
      one_of(*value);
    else
      add_kind(other);
  }
  void inline_problem(const Problem& problem) {
    add("shape", to_string(problem.shape));
    add("rules", problem.rules.text());
  }

  static bool is_empty(bool truth) { return !truth; }
  static bool is_empty(const Not<const bool>& truth) { return truth.value; }
  template <class Type>
  static bool is_empty(const std::optional<Type>& member) {
    return !member.has_value();
  }
  static bool is_empty(const auto& members) { return members.empty(); }

  static Json written(const std::string& text) { return text; }
  static Json written(bool truth) { return truth; }
  static Json written(const Not<const bool>& truth) { return !truth.value; }
  static Json written(std::uint64_t count) { return Form::written(count); }
  static Json written(double number) { return Form::written(number); }
  static Json written(Real number) { return Form::written(number); }
  static Json written(const Decimal<const Real>& number) { return to_decimal(number.value); }
  static Json written(const Integer& number) { return to_decimal(number); }
  static Json written(Quantity quantity) { return name_of(quantity); }
  static Json written(ExitCode code) { return static_cast<int>(code); }
  template <Term Type>
  static Json written(Type term) {
    return name_of(term);
  }
  static Json written(const Problem& problem) {
    Writer writer;
    writer.inline_problem(problem);
    return std::move(writer.json);
  }
  template <class Type>
  static Json written(const std::optional<Type>& member) {
    return written(*member);
  }
  template <class... Alternatives>
  static Json written(const std::variant<Alternatives...>& value) {
    Writer writer;
    writer.one_of(value);
    return std::move(writer.json);
  }
  template <std::ranges::sized_range List>
  static Json written(const List& members) {
    Json list = Json::array();
    list.template get_ref<typename Json::array_t&>().reserve(members.size());
    for (const auto& member : members) list.push_back(written(member));
    return list;
  }
  template <class Key, class Type, class Less>
  static Json written(const std::map<Key, Type, Less>& members) {
    Writer object;
    for (const auto& [key, member] : members) {
      if constexpr (std::same_as<Key, Quantity>)
        object.add(std::string{name_of(key)}, written(member));
      else
        object.add(key, written(member));
    }
    return std::move(object.json);
  }
  template <class Object>
  requires(naming<Object>.name != nullptr) static Json written(const Object& object) {
    Writer writer;
    if (naming<Object>.members == Members::in_order) writer.json = Json::array();
    fields(writer, object);
    return std::move(writer.json);
  }

  Json json = Json::object();

 private:
  void add(std::string name, Json value) {
    if (json.is_array()) {
      json.push_back(std::move(value));
      return;
    }
    auto& object = json.template get_ref<typename Json::object_t&>();
    if constexpr (std::same_as<Json, host::Json>)
      object.push_back({std::move(name), std::move(value)});  // an emplacement would first search all its members
    else
      object.emplace_hint(object.end(), std::move(name), std::move(value));
  }
  template <class Alternative>
  void add_kind(const Alternative& value) {
    add("kind", kind_name<Alternative>());
    fields(*this, value);
  }
};

}  // namespace gridcensus::host::encoding

namespace gridcensus::host {

template <class Value>
nlohmann::json json_of(const Value& value) {
  return encoding::Writer<encoding::Lossless>::written(value);
}

}  // namespace gridcensus::host
