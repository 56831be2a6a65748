#pragma once

#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/limits.hpp"
#include "host/base/quantities.hpp"
#include "host/base/text.hpp"
#include "host/fields/fields.hpp"
#include "host/fields/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host::encoding {

// They throw WrongForm.

[[noreturn]] void refuse(const std::string& name, const std::string& expected, std::string_view got);
[[noreturn]] void refuse_text(const std::string& name, const std::string& text, const std::string& expected);
[[noreturn]] void refuse_term(const std::string& name, const std::string& text,
                              std::span<const std::string_view> known);

/// Reads a whole text as a number: a decimal or, as a program may write it, a hexadecimal one with the letter p.
///
/// @return  false if it is something else
bool parse(const std::string& text, std::uint64_t& number);
bool parse(const std::string& text, double& number);
bool parse(const std::string& text, Real& number);

/// Reads an object from JSON. A number may be a JSON number or a text.
///
/// Each function throws WrongForm, with the name of the member, if it is missing or of another kind than expected.
/// Without these checks, the JSON library would report a wrong value in terms for programmers, or convert it silently.
template <class Json>
class Reader {
 public:
  /// A value, and its name in messages.
  struct Member {
    const Json& json;
    std::string_view name;
    const Member* outer = nullptr;          ///< the object or list that it is an entry of
    std::optional<std::size_t> place = {};  ///< in that list

    std::string full_name() const {
      if (outer == nullptr) return printable(name);
      const std::string list = outer->full_name();
      if (place) return fmt::format("{}[{}]", list, *place);
      return fmt::format("{}{}{}", list, list.empty() ? "" : ".", printable(name));
    }
    [[noreturn]] void reject(const std::string& expected) const { refuse(full_name(), expected, type_of(json)); }
    /// @throws WrongForm  it is not a text, or is longer than `max_text_bytes` bytes.
    const std::string& text() const {
      if (!json.is_string()) reject("a text");
      const auto& text = json.template get_ref<const std::string&>();
      if (text.size() > max_text_bytes)
        refuse(full_name(), "a text of at most " + bytes_text(max_text_bytes), "one of " + bytes_text(text.size()));
      return text;
    }
  };

  explicit Reader(const Json& json, Members members = Members::open) : json_{json}, members_{members} {}

  void always(const char* name, const char* /*description*/, auto&& member, const Limits& /*limits*/ = {}) {
    read(required(name), member);
  }
  void later(const char* name, const char* description, auto&& member, const Limits& /*limits*/ = {}) {
    if_any(name, description, member);
  }
  void if_any(const char* name, const char* /*description*/, auto&& member, const Limits& /*limits*/ = {}) {
    if (const Json* const found = find(name)) read({*found, name}, member);
  }
  void group(const char* name, const char* /*description*/, const auto& list) {
    Reader inner{required(name).json};
    list(inner);
  }
  void constant(const char* /*name*/, const char* /*description*/, std::uint64_t /*value*/) {}
  template <class... Alternatives>
  void one_of(std::variant<Alternatives...>& value) {
    const std::string& kind = required("kind").text();
    if (!(read_if<Alternatives>(value, kind) || ...))
      refuse_term("kind", kind, std::array{kind_name<Alternatives>()...});
  }
  template <class Variant, class Other>
  void one_of(std::optional<Variant>& value, Other& other) {
    if (!read_if<Other>(other, required("kind").text())) one_of(value.emplace());
  }
  /// Refuses members that have not been passed, before those that have been are put together. A closed object does it
  /// after all.
  void refuse_others(std::string_view noun) const {
    const std::span known = std::span{names_}.first(size_);
    for (const auto& [name, json] : json_.items()) refuse_unknown(name, known, noun);
  }
  void inline_problem(Problem& problem) {
    read(required("shape"), problem.shape);
    problem = parse_problem(problem.shape, required("rules").text());
  }

  static void read(const Member& member, std::string& text) { text = member.text(); }
  static void read(const Member& member, Typed& value) {
    if (!member.json.is_null()) value.text = member.json.is_string() ? member.text() : member.json.dump();
  }
  static void read(const Member& member, bool& truth) {
    if (member.json.is_boolean()) {
      truth = member.json.template get<bool>();
    } else {
      // In a description every scalar is a text.
      truth = member.json == "true";
      if (!truth && member.json != "false") member.reject("true or false");
    }
  }
  static void read(const Member& member, const Not<bool>& truth) {
    read(member, truth.value);
    truth.value = !truth.value;
  }
  static void read(const Member& member, std::uint64_t& count) {
    // The library would convert other numbers, some of them unpredictably.
    if (member.json.is_number_unsigned() ||
        (member.json.is_number_integer() && member.json.template get<std::int64_t>() >= 0)) {
      count = member.json.template get<std::uint64_t>();
    } else if (!member.json.is_string()) {
      member.reject("a whole number, not below 0");
    } else if (!parse(member.text(), count)) {
      refuse_text(member.full_name(), member.text(), "a whole number from 0 to 2^64 - 1");
    }
  }
  template <std::floating_point Number>
  static void read(const Member& member, Number& number) {
    if (member.json.is_number()) {
      number = static_cast<Number>(member.json.template get<double>());
    } else if (!member.json.is_string()) {
      member.reject("a number");
    } else if (!parse(member.text(), number)) {
      refuse_text(member.full_name(), member.text(), "a number");
    }
  }
  static void read(const Member& member, const Decimal<Real>& number) { read(member, number.value); }
  /// Reads an integer of at most `max_decimal_length` digits.
  static void read(const Member& member, Integer& number) {
    if (member.json.is_number_integer()) {
      number = member.json.is_number_unsigned() ? Integer{member.json.template get<std::uint64_t>()}
                                                : Integer{member.json.template get<std::int64_t>()};
      return;
    }
    if (!member.json.is_string()) member.reject("a whole number, from 2^64 on as a text");
    const auto& text = member.json.template get_ref<const std::string&>();
    auto value = text.size() <= max_decimal_length ? parse_integer(text) : std::nullopt;
    if (!value) {
      refuse_text(member.full_name(), text, fmt::format("a whole number in at most {} digits", max_decimal_length - 1));
    }
    number = *std::move(value);
  }
  static void read(const Member& member, Quantity& quantity) { quantity = key_from<Quantity>(member.text()); }
  static void read(const Member& member, ExitCode& code) {
    std::uint64_t number = 0;
    read(member, number);
    constexpr std::uint64_t max_exit_code = 255;
    code = static_cast<ExitCode>(std::min(number, max_exit_code));
  }
  template <Term Type>
  static void read(const Member& member, Type& term) {
    const auto known = find_term<Type>(member.text());
    if (!known) refuse_term(member.full_name(), member.text(), terms<Type>);
    term = *known;
  }
  static void read(const Member& member, Shape& shape) { shape = parse_shape(member.text()); }
  static void read(const Member& member, Problem& problem) { Reader{member.json}.inline_problem(problem); }
  template <class Type>
  static void read(const Member& member, std::optional<Type>& value) {
    read(member, value.emplace());
  }
  template <class... Alternatives>
  static void read(const Member& member, std::variant<Alternatives...>& value) {
    Reader{member.json}.one_of(value);
  }
  template <class Type>
  static void read(const Member& member, std::vector<Type>& members) {
    if (!member.json.is_array()) member.reject("a list");
    members.reserve(member.json.size());
    for (const Json& json : member.json) {
      const Member entry{json, {}, &member, members.size()};
      read_entry(entry, members.emplace_back());
    }
  }
  template <class Type>
  static void read(const Member& member, std::set<Type>& members) {
    std::vector<Type> list;
    read(member, list);
    members.insert(list.begin(), list.end());
  }
  template <std::size_t size>
  static void read(const Member& member, std::array<double, size>& numbers) {
    std::vector<double> list;
    read(member, list);
    if (list.size() != size) member.reject(fmt::format("{} numbers", size));
    std::ranges::copy(list, numbers.begin());
  }
  template <class Key, class Type, class Less>
  static void read(const Member& member, std::map<Key, Type, Less>& members) {
    if (!member.json.is_object()) member.reject("an object");
    for (const auto& [name, json] : member.json.template get_ref<const typename Json::object_t&>()) {
      read_entry({json, name, &member}, members.emplace_hint(members.end(), key_from<Key>(name), Type{})->second);
    }
  }
  template <class Object>
  requires(naming<Object>.name != nullptr) static void read(const Member& member, Object& object) {
    constexpr Naming about = naming<Object>;
    constexpr bool is_list = about.members == Members::in_order;
    const bool is_closed = about.members == Members::closed;
    if (is_list && !member.json.is_array()) member.reject("a list");
    if (!is_list && !member.json.is_object()) {
      if (is_closed) refuse("", fmt::format("{} as an object", about.description), type_of(member.json));
      member.reject("an object");
    }
    Reader reader{member.json, about.members};
    fields(reader, object);
    if (is_list && reader.size_ != member.json.size()) member.reject(fmt::format("{} numbers", reader.size_));
    if (is_closed) reader.refuse_others(about.description);
  }

 private:
  /// Reads an entry of a list or map. Errors in its members name the entry, too.
  template <class Type>
  static void read_entry(const Member& entry, Type& value) {
    if constexpr (naming<Type>.name == nullptr && !requires { Reader{entry.json}.one_of(value); }) {
      read(entry, value);
    } else {
      try {
        read(entry, value);
      } catch (const WrongForm& error) {
        throw WrongForm{error.message, entry.full_name() + (error.place.empty() ? "" : "." + error.place)};
      } catch (const std::exception& error) {
        throw WrongForm{message_of(error), entry.full_name()};
      }
    }
  }

  template <class Alternative>
  bool read_if(auto& holder, const std::string& kind) {
    if (kind != kind_name<Alternative>()) return false;
    Alternative value;
    fields(*this, value);
    holder = std::move(value);
    return true;
  }

  /// Returns the member; nullptr if it is missing.
  const Json* find(const char* name) {
    if (members_ == Members::in_order) return ++size_ <= json_.size() ? &json_[size_ - 1] : nullptr;
    if (members_ == Members::closed) names_.at(size_++) = name;
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }
  Member required(const char* name) {
    if (const Json* const found = find(name)) return {*found, name};
    if (json_.is_structured()) throw WrongForm{fmt::format("{} is missing", name)};
    refuse("", fmt::format("an object with {}", name), type_of(json_));
  }

  template <class Key>
  static Key key_from(const std::string& name) {
    if constexpr (std::same_as<Key, Quantity>) {
      const auto quantity = stored_quantity(name);
      if (!quantity) throw WrongForm{"expected the name of a quantity, not " + bounded_utf8(name)};
      return *quantity;
    } else {
      return name;
    }
  }

  static std::string_view type_of(const Json& json) {
    if (json.is_string()) return "a text";
    if (json.is_boolean()) return "true or false";
    if (json.is_number()) return "a number";
    if (json.is_array()) return "a list";
    if (json.is_object()) return "an object";
    return "null";
  }

  const Json& json_;
  Members members_;
  std::array<std::string_view, 16> names_{};  ///< of the members so far, if others are refused
  std::size_t size_ = 0;                      ///< their number
};

}  // namespace gridcensus::host::encoding

namespace gridcensus::host {

template <class Value>
Value value_from(const nlohmann::json& json) {
  Value value{};
  encoding::Reader<nlohmann::json>::read({json, {}}, value);
  return value;
}

}  // namespace gridcensus::host
