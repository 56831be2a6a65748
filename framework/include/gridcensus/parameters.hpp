#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus {

/// The type of a parameter: true or false, a whole number, a number, a text, or one of several names.
enum class ParameterType { boolean, integer, real, text, choice };

/// The value of a parameter; monostate if it is not set (an optional parameter without a value).
using ParameterValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;
/// Values of parameters, by name.
using ParameterValues = std::map<std::string, ParameterValue>;

/// The declaration of one parameter. Validation, `describe`, the docs table, the editor schema and the identity of a
/// stored result follow from it.
struct ParameterSpec {
  std::string name;                          ///< as users type it: snake_case
  ParameterType type = ParameterType::text;  ///< the type of its values
  ParameterValue default_value;              ///< monostate: optional, not set unless given
  std::string unit;                          ///< empty: a pure number or a name
  std::string help;                          ///< one sentence
  std::optional<double> low;                 ///< smallest value allowed
  std::optional<double> high;                ///< largest value allowed
  std::vector<std::string> choices;          ///< for ParameterType::choice
  bool speed_only = false;                   ///< cannot change the result; not part of its identity
  bool part_of_question = false;             ///< changes the question: answers to different questions are not compared
  bool ends_sampling = false;                ///< a limit of a sampling run; one of these must be set
};

/// Thrown for a declaration that contradicts itself, or a value that does not fit its declaration.
class InvalidParameter : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Returns "boolean", "integer", ... as in `describe` and in messages.
std::string_view name_of(ParameterType type);

/// Returns the value as it would be typed; "unset" for monostate.
std::string to_string(const ParameterValue& value);

/// Returns what the parameter accepts, in words: "integer from 2 to 9", "one of: source, sharp".
std::string expectation(const ParameterSpec& spec);

/// Parses and checks one value as a user typed it. Integers are plain decimal: no leading zeros, no exponent, no sign
/// '+'.
///
/// @throws InvalidParameter  with a message that names the expected values.
ParameterValue parse_parameter(const ParameterSpec& spec, std::string_view text);

/// Returns the given values, completed with the defaults.
///
/// @throws InvalidParameter  an unknown name.
ParameterValues with_defaults(const std::vector<ParameterSpec>& specs, const ParameterValues& given);

/// Returns the values that are part of a result's identity, as text: all but the speed-only ones.
std::map<std::string, std::string> identity_of(const std::vector<ParameterSpec>& specs, const ParameterValues& values);

/// Returns the values that are part of the question, as text: answers are compared only if these are equal.
std::map<std::string, std::string> question_of(const std::vector<ParameterSpec>& specs, const ParameterValues& values);

/// The declaration of a strategy's parameters: one call per member of its `Params`.
///
///     static void describe(Schema<Params>& schema) {
///       schema.field("max_side", &Params::max_side).unit("cells").range(2, 9).help("Largest side accepted.");
///     }
///
/// The default of a parameter is the member's own initial value. A `std::optional` member is a parameter that may stay
/// unset.
template <class Params>
class Schema {
 public:
  /// Sets the properties of one parameter. Each function returns the same object.
  class Field {
   public:
    /// Used by `Schema` only. The declaration must outlive the object.
    explicit Field(ParameterSpec& spec) : spec_{&spec} {}
    /// Sets the unit: "samples", "s". Empty for a pure number.
    Field& unit(std::string text) { return set(spec_->unit, std::move(text)); }
    /// Sets the help text: one sentence, for `describe` and the docs.
    Field& help(std::string text) { return set(spec_->help, std::move(text)); }
    /// Sets the smallest and the largest value, both allowed.
    Field& range(double low, double high) {
      spec_->low = low;
      spec_->high = high;
      return *this;
    }
    /// Sets the smallest value allowed, without a largest.
    Field& at_least(double low) {
      spec_->low = low;
      return *this;
    }
    /// Declares that no value of this parameter can change the result.
    Field& speed_only() {
      spec_->speed_only = true;
      return *this;
    }
    /// Declares that this parameter defines what is counted, not how (which grid, which moves): two runs are compared
    /// only if all such values are equal.
    Field& part_of_question() {
      spec_->part_of_question = true;
      return *this;
    }
    /// Declares that this parameter, if set, limits a sampling run. The host refuses a sampler if it has such
    /// parameters and none is set.
    Field& ends_sampling() {
      spec_->ends_sampling = true;
      return *this;
    }

   private:
    Field& set(std::string& member, std::string text) {
      member = std::move(text);
      return *this;
    }
    ParameterSpec* spec_;
  };

  /// Declares a parameter of type bool, integer, real or text, or an optional of one of these.
  template <class Owner, class T>
  requires std::derived_from<Params, Owner> Field field(std::string name, T Owner::*member) {
    ParameterSpec& spec = add(std::move(name), type_of<T>(), to_value(Params{}.*member));
    setters_.push_back([member](Params& params, const ParameterValue& value) { from_value(value, params.*member); });
    return Field{spec};
  }

  /// Declares a parameter that takes one of several named values of an enumeration.
  template <class Owner, class Enum>
  requires std::derived_from<Params, Owner> && std::is_enum_v<Enum> Field
  choice(std::string name, Enum Owner::*member, std::initializer_list<std::pair<std::string, Enum>> values) {
    const std::vector<std::pair<std::string, Enum>> names{values};
    ParameterValue preset;
    for (const auto& [text, value] : names) {
      if (value == Params{}.*member) preset = text;
    }
    ParameterSpec& spec = add(std::move(name), ParameterType::choice, preset);
    for (const auto& [text, value] : names) spec.choices.push_back(text);
    setters_.push_back([member, names](Params& params, const ParameterValue& value) {
      for (const auto& [text, member_value] : names) {
        if (text == std::get<std::string>(value)) params.*member = member_value;
      }
    });
    return Field{spec};
  }

  /// Returns all declarations, in the order in which they were made.
  std::vector<ParameterSpec> specs() const { return {specs_.begin(), specs_.end()}; }

  /// Returns the parameters for complete, checked values (`with_defaults`).
  ///
  /// @throws InvalidParameter  a value is missing.
  Params read(const ParameterValues& values) const {
    Params params;
    for (std::size_t i = 0; i < specs_.size(); ++i) {
      const auto found = values.find(specs_[i].name);
      if (found == values.end()) throw InvalidParameter{"no value for parameter " + specs_[i].name};
      setters_[i](params, found->second);
    }
    return params;
  }

 private:
  template <class T>
  struct Unwrapped {
    using type = T;
  };
  template <class T>
  struct Unwrapped<std::optional<T>> {
    using type = T;
  };

  template <class Member>
  static constexpr ParameterType type_of() {
    using T = typename Unwrapped<Member>::type;
    if constexpr (std::same_as<T, bool>)
      return ParameterType::boolean;
    else if constexpr (std::integral<T>)
      return ParameterType::integer;
    else if constexpr (std::floating_point<T>)
      return ParameterType::real;
    else {
      static_assert(std::same_as<T, std::string>, "a parameter is a bool, an integer, a real, a text or a choice");
      return ParameterType::text;
    }
  }

  template <class T>
  static ParameterValue to_value(const T& member) {
    if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>)
      return member;
    else if constexpr (std::integral<T>)
      return static_cast<std::int64_t>(member);
    else if constexpr (std::floating_point<T>)
      return static_cast<double>(member);
    else
      return member ? to_value(*member) : ParameterValue{};
  }

  template <class T>
  static void from_value(const ParameterValue& value, T& member) {
    if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>)
      member = std::get<T>(value);
    else if constexpr (std::integral<T>)
      member = static_cast<T>(std::get<std::int64_t>(value));
    else if constexpr (std::floating_point<T>)
      member = static_cast<T>(std::get<double>(value));
    else if (std::holds_alternative<std::monostate>(value))
      member.reset();
    else
      from_value(value, member.emplace());
  }

  ParameterSpec& add(std::string name, ParameterType type, ParameterValue preset) {
    ParameterSpec& spec = specs_.emplace_back();
    spec.name = std::move(name);
    spec.type = type;
    spec.default_value = std::move(preset);
    return spec;
  }

  std::deque<ParameterSpec> specs_;  // a deque, since each Field keeps a pointer to its own
  std::vector<std::function<void(Params&, const ParameterValue&)>> setters_;
};

}  // namespace gridcensus
