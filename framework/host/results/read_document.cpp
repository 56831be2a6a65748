#include "gridcensus/rules.hpp"
#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/limits.hpp"
#include "host/base/quantities.hpp"
#include "host/base/text.hpp"
#include "host/results/document_fields.hpp"
#include "host/results/values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <variant>

namespace gridcensus::host {

namespace {

/// The oldest format that can be read.
constexpr int oldest_format = 7;
constexpr std::uint64_t max_exit_code = 255;
constexpr auto expected_document = "; expected a ledger or a document that --json wrote";

BadInput not_a_document(const std::string& origin, const std::string& place, const std::string& what) {
  return BadInput{
      Diagnostic{.where = {.file = origin}, .path = place, .message = what + expected_document, .nearest = {}}};
}

}  // namespace

namespace results {

namespace {

/// An error in an entry of a list, with the position of the entry.
class WrongEntry : public std::runtime_error {
 public:
  WrongEntry(std::string at, const std::string& what) : std::runtime_error{what}, place{std::move(at)} {}

  std::string place;  ///< "verdicts[3]"
};

/// The value of a member, with its name in messages. Without these checks, the JSON library would report a wrong value
/// in terms for programmers, or convert it silently.
struct Member {
  const Json& json;
  std::string name;

  [[noreturn]] void reject(const std::string& expected) const {
    throw std::runtime_error{fmt::format("{}: expected {}, got {}", printable(name), expected, type_of(json))};
  }

  static std::string_view type_of(const Json& json) {
    if (json.is_string()) return "a text";
    if (json.is_boolean()) return "true or false";
    if (json.is_number()) return "a number";
    if (json.is_array()) return "a list";
    if (json.is_object()) return "an object";
    return "null";
  }
};

/// @throws std::runtime_error  it is not an object, or has no such member.
Member member_of(const Json& object, const char* name) {
  if (!object.is_object()) {
    throw std::runtime_error{fmt::format("expected an object with {}, got {}", name, Member::type_of(object))};
  }
  const auto found = object.find(name);
  if (found == object.end()) throw std::runtime_error{fmt::format("{} is missing", name)};
  return {*found, name};
}

/// @throws std::runtime_error  it is not a text, or is longer than `max_text_bytes` bytes.
const std::string& text_in(const Member& member) {
  if (!member.json.is_string()) member.reject("a text");
  const auto& text = member.json.get_ref<const std::string&>();
  if (text.size() > max_text_bytes) {
    throw std::runtime_error{fmt::format("{}: a text of {}; at most {}", printable(member.name),
                                         bytes_text(text.size()), bytes_text(max_text_bytes))};
  }
  return text;
}

/// Reads an object from JSON.
///
/// Each function throws std::runtime_error, with the name of the member, if it is missing or of another kind than
/// expected.
class Reader {
 public:
  explicit Reader(const Json& json) : json_{json} {}

  void always(const char* name, const char* /*description*/, auto&& member, const Limits& /*limits*/ = {}) {
    read(member_of(json_, name), member);
  }
  void later(const char* name, const char* description, auto&& member, const Limits& /*limits*/ = {}) {
    if_any(name, description, member);
  }
  void if_any(const char* name, const char* description, auto&& member, const Limits& /*limits*/ = {}) {
    if (json_.is_object() && json_.contains(name)) always(name, description, member);
  }
  void group(const char* name, const char* /*description*/, const auto& list) {
    Reader inner{member_of(json_, name).json};
    list(inner);
  }
  template <class... Alternatives>
  void one_of(std::variant<Alternatives...>& value) {
    const std::string& kind = text_in(member_of(json_, "kind"));
    if (!(read_if<Alternatives>(value, kind) || ...)) throw std::runtime_error{"unknown kind " + bounded_utf8(kind)};
  }
  template <class Variant, class Other>
  void one_of(std::optional<Variant>& value, Other& other) {
    if (!read_if<Other>(other, text_in(member_of(json_, "kind")))) one_of(value.emplace());
  }
  void inline_problem(Problem& problem) {
    problem = parse_problem(parse_shape(text_in(member_of(json_, "shape"))), text_in(member_of(json_, "rules")));
  }
  void format_version() {}

 private:
  template <class Alternative>
  bool read_if(auto& holder, const std::string& kind) {
    if (kind != kind_name<Alternative>()) return false;
    Alternative value;
    fields(*this, value);
    check(value);
    holder = std::move(value);
    return true;
  }

  static void read(const Member& member, std::string& text) { text = text_in(member); }
  static void read(const Member& member, bool& truth) {
    if (!member.json.is_boolean()) member.reject("true or false");
    truth = member.json.get<bool>();
  }
  static void read(const Member& member, std::uint64_t& count) {
    // The library would convert other numbers, some of them unpredictably.
    const bool is_count =
        member.json.is_number_unsigned() || (member.json.is_number_integer() && member.json.get<std::int64_t>() >= 0);
    if (!is_count) member.reject("a whole number, not below 0");
    count = member.json.get<std::uint64_t>();
  }
  static void read(const Member& member, double& number) {
    if (!member.json.is_number()) member.reject("a number");
    number = member.json.get<double>();
  }
  /// Reads a number, or the decimal string of one that a double cannot hold.
  static void read(const Member& member, Real& number) {
    if (member.json.is_number()) {
      number = static_cast<Real>(member.json.get<double>());
      return;
    }
    if (!member.json.is_string()) member.reject("a number");
    const auto value = parse_real(text_in(member));
    if (!value) {
      throw std::runtime_error{
          fmt::format("{}: {}: expected a number", printable(member.name), bounded_utf8(text_in(member)))};
    }
    number = *value;
  }
  static void read(const Member& member, Decimal<Real>& number) { read(member, number.value); }
  /// Reads an integer of at most `max_decimal_length` digits.
  static void read(const Member& member, Integer& number) {
    const std::string& text = text_in(member);
    const auto value = text.size() <= max_decimal_length ? parse_integer(text) : std::nullopt;
    if (!value) {
      throw std::runtime_error{fmt::format("{}: {}: expected a whole number in at most {} digits",
                                           printable(member.name), bounded_utf8(text), max_decimal_length - 1)};
    }
    number = *value;
  }
  static void read(const Member& member, Quantity& quantity) { quantity = quantity_from(text_in(member)); }
  static void read(const Member& member, ExitCode& code) {
    std::uint64_t number = 0;
    read(member, number);
    code = static_cast<ExitCode>(std::min(number, max_exit_code));
  }
  template <Term Type>
  static void read(const Member& member, Type& term) {
    const std::string& name = text_in(member);
    const auto known = find_term<Type>(name);
    if (!known) {
      throw std::runtime_error{fmt::format("{}: expected {}, got {}", printable(member.name),
                                           fmt::join(terms<Type>, ", "), bounded_utf8(name))};
    }
    term = *known;
  }
  static void read(const Member& member, Problem& problem) { Reader{member.json}.inline_problem(problem); }
  template <class Type>
  static void read(const Member& member, std::optional<Type>& value) {
    read(member, value.emplace());
  }
  template <class Type>
  static void read(const Member& member, std::vector<Type>& members) {
    if (!member.json.is_array()) member.reject("a list");
    members.reserve(member.json.size());
    for (const Json& json : member.json) {
      const Member entry{json, fmt::format("{}[{}]", member.name, members.size())};
      if constexpr (naming<Type>.name == nullptr) {
        read(entry, members.emplace_back());
      } else {
        try {
          read(entry, members.emplace_back());
        } catch (const WrongEntry& error) {
          throw WrongEntry{entry.name + "." + error.place, error.what()};
        } catch (const std::exception& error) {
          throw WrongEntry{entry.name, message_of(error)};
        }
      }
    }
  }
  template <std::size_t size>
  static void read(const Member& member, std::array<double, size>& numbers) {
    std::vector<double> list;
    read(member, list);
    if (list.size() != size) member.reject(fmt::format("{} numbers", size));
    std::ranges::copy(list, numbers.begin());
  }
  template <class Type>
  static void read(const Member& member, std::map<std::string, Type>& members) {
    if (!member.json.is_object()) member.reject("an object");
    for (const auto& [name, json] : member.json.items()) {
      read({json, fmt::format("{}.{}", member.name, name)}, members[name]);
    }
  }
  template <class Object>
  requires(naming<Object>.name != nullptr) static void read(const Member& member, Object& object) {
    Reader reader{member.json};
    fields(reader, object);
    check(object);
  }

  static Quantity quantity_from(const std::string& name) {
    const auto quantity = stored_quantity(name);
    if (!quantity) throw std::runtime_error{"expected the name of a quantity, not " + bounded_utf8(name)};
    return *quantity;
  }

  static void check(const Table& table) {
    for (const auto& [name, row] : table.rows) {
      if (row.size() != table.columns.size())
        throw std::runtime_error{"row " + name + " does not have one number per column"};
    }
  }
  /// Registers the quantity, before the entries that use it are read.
  static void check(const QuantityInfo& info) { Quantity{info}; }
  static void check(const auto& /*object*/) {}

  const Json& json_;
};

void check_format(const Json& json) {
  if (!json.is_object() || !json.contains("format_version")) throw std::runtime_error{"it has no format_version"};
  const Json& format = json.at("format_version");
  if (!format.is_number_integer() || format < oldest_format || format > document_format) {
    throw std::runtime_error{fmt::format("it has format_version {}, and this program reads {} to {}", format.dump(),
                                         oldest_format, document_format)};
  }
}

/// @throws WrongEntry  a value names an outcome or a problem that the document lacks.
void check_values(const ResultsDocument& document) {
  for (std::size_t i = 0; i < document.values.size(); ++i) {
    const auto& value = document.values[i];
    const auto check = [i](const std::vector<std::uint64_t>& places, std::size_t size, const char* name) {
      if (places.empty() || std::ranges::max(places) >= size)
        throw WrongEntry{fmt::format("values[{}]", i), fmt::format("{}: expected positions below {}", name, size)};
    };
    check(value.outcomes, document.outcomes.size(), "outcomes");
    check(value.problems, document.problems.size(), "problems");
  }
}

}  // namespace

}  // namespace results

namespace {

/// Returns the text of a regular file that is not too large.
std::string text_of_file(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& what) {
    return BadInput{Diagnostic{{.file = file.string()}, "", what + expected_document, {}}};
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw refuse(error ? "cannot be read" : "is not a regular file");
  std::ifstream in{file, std::ios::binary};
  // Does not trust the size that the file claims: files of /proc claim 0.
  std::string text;
  std::array<char, 65536> buffer{};
  while (in && text.size() <= max_json_document_bytes) {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    // Of a large file that is something else, the beginning is enough.
    if (const auto begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
        begin == std::string::npos || text[begin] != '{') {
      return text.substr(0, buffer.size());
    }
  }
  if (!in.eof() && text.size() <= max_json_document_bytes) throw refuse("cannot be read");
  if (text.size() > max_json_document_bytes) throw refuse("is larger than " + bytes_text(max_json_document_bytes));
  return text;
}

}  // namespace

Problem problem_from(const Json& json) {
  Problem problem;
  results::Reader{json}.inline_problem(problem);
  return problem;
}

Outcome outcome_from(const Json& json) {
  Outcome outcome;
  results::Reader{json}.one_of(outcome);
  return outcome;
}

FindingValue finding_value_from(const Json& json) {
  FindingValue value;
  results::Reader{json}.one_of(value);
  return value;
}

ResultsDocument read_results_document(const Json& json, const std::string& origin) {
  ResultsDocument document;
  document.origin = origin;
  try {
    results::check_format(json);
    results::Reader reader{json};
    results::fields(reader, document);
    document.build_index();
    results::check_values(document);
  } catch (const results::WrongEntry& error) {
    throw not_a_document(origin, error.place, error.what());
  } catch (const std::exception& error) {
    throw not_a_document(origin, "", message_of(error));
  }
  return document;
}

ResultsDocument read_results_file(const std::filesystem::path& file) {
  const std::string text = text_of_file(file);
  try {
    return read_results_document(parse_json(text), file.string());
  } catch (const InvalidJson& error) {
    throw BadInput{Diagnostic{.where = {.file = file.string(), .line = error.line, .column = error.column},
                              .path = "",
                              .message = error.what() + std::string{expected_document},
                              .nearest = {}}};
  }
}

}  // namespace gridcensus::host
