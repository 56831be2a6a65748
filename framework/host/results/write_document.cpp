#include "host/results/document_fields.hpp"
#include "host/results/values.hpp"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace gridcensus::host {

namespace results {

namespace {

/// Makes the JSON of an object.
class Writer {
  friend class TextWriter;

 public:
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
  void format_version() { add("format_version", document_format); }

  Json json = Json::object();

 private:
  /// Appends, because an ordered object would first search all its members.
  void add(std::string name, Json value) {
    json.get_ref<Json::object_t&>().push_back({std::move(name), std::move(value)});
  }
  template <class Alternative>
  void add_kind(const Alternative& value) {
    add("kind", kind_name<Alternative>());
    fields(*this, value);
  }

  static bool is_empty(bool truth) { return !truth; }
  static bool is_empty(const Document::Dependencies& dependencies) {
    return dependencies.mathematics.empty() && dependencies.inputs.empty();
  }
  template <class Type>
  static bool is_empty(const std::optional<Type>& member) {
    return !member.has_value();
  }
  static bool is_empty(const auto& members) { return members.empty(); }

  static Json written(const std::string& text) { return text; }
  static Json written(bool truth) { return truth; }
  static Json written(std::uint64_t count) { return count; }
  static Json written(double number) { return number; }
  static Json written(Real number) { return to_json(number); }
  static Json written(const Decimal<const Real>& number) { return to_decimal(number.value); }
  static Json written(const Integer& number) { return to_decimal(number); }
  static Json written(Quantity quantity) { return name_of(quantity); }
  static Json written(ExitCode code) { return static_cast<int>(code); }
  template <Term Type>
  static Json written(Type term) {
    return name_of(term);
  }
  static Json written(const Problem& problem) { return to_json(problem); }
  template <class Type>
  static Json written(const std::optional<Type>& member) {
    return written(*member);
  }
  template <class Type>
  static Json written(const std::vector<Type>& members) {
    return list_of(members);
  }
  template <std::size_t size>
  static Json written(const std::array<double, size>& numbers) {
    return list_of(numbers);
  }
  static Json list_of(const auto& members) {
    Json list = Json::array();
    list.get_ref<Json::array_t&>().reserve(members.size());
    for (const auto& member : members) list.push_back(written(member));
    return list;
  }
  template <class Type>
  static Json written(const std::map<std::string, Type>& members) {
    Writer object;
    object.json.get_ref<Json::object_t&>().reserve(members.size());
    for (const auto& [name, member] : members) object.add(name, written(member));
    return std::move(object.json);
  }
  template <class Object>
  requires(naming<Object>.name != nullptr) static Json written(const Object& object) {
    Writer writer;
    fields(writer, object);
    return std::move(writer.json);
  }
};

/// Writes the text of a document, its lists entry by entry: the JSON of all entries would take several times the memory
/// of their text. The text is that of `Json::dump`.
class TextWriter {
 public:
  using Write = std::function<void(const std::string&)>;

  TextWriter(int indent, const Write& write) : indent_{indent}, write_{write} {}

  void always(const char* name, const char* /*description*/, const auto& member, const Limits& /*limits*/ = {}) {
    begin(name);
    put(member);
  }
  void later(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    always(name, description, member);
  }
  void if_any(const char* name, const char* description, const auto& member, const Limits& /*limits*/ = {}) {
    if (!Writer::is_empty(member)) always(name, description, member);
  }
  void group(const char* name, const char* /*description*/, const auto& list) {
    begin(name);
    put_all(
        '{', [&] { list(*this); }, '}');
  }
  void format_version() { always("format_version", "", std::uint64_t{document_format}); }

  void write(const ResultsDocument& document) {
    put_all(
        '{', [&] { fields(*this, document); }, '}');
    write_(std::exchange(text_, {}));
  }

 private:
  void begin(const char* name) {
    begin_entry();
    text_ += Json(name).dump() + (indent_ < 0 ? ":" : ": ");
  }
  void begin_entry() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
    begin_line();
    constexpr std::size_t max_waiting = 65'536;
    if (text_.size() > max_waiting) write_(std::exchange(text_, {}));
  }
  void begin_line() {
    if (indent_ < 0) return;
    text_ += '\n';
    add_margin();
  }
  void add_margin() { text_.append(level_ * static_cast<std::size_t>(indent_), ' '); }

  void put_all(char open, const auto& entries, char close) {
    text_ += open;
    ++level_;
    is_first_ = true;
    entries();
    --level_;
    is_first_ = false;
    begin_line();
    text_ += close;
  }
  template <class Type>
  void put(const std::vector<Type>& list) {
    if (list.empty()) return put(Json::array());
    const auto put_each = [&] {
      for (const auto& entry : list) {
        begin_entry();
        put(entry);
      }
    };
    put_all('[', put_each, ']');
  }
  void put(const auto& value) { put(Writer::written(value)); }
  void put(const Json& value) {
    for (const char letter : value.dump(indent_)) {
      text_ += letter;
      if (letter == '\n') add_margin();
    }
  }

  int indent_;
  const Write& write_;
  std::string text_ = {};  ///< not written yet
  std::size_t level_ = 0;  ///< of the entry that comes next
  bool is_first_ = true;   ///< of that entry, in its list or object
};

/// Returns the members of an object.
Json json_of(const auto& object) {
  Writer writer;
  fields(writer, object);
  return std::move(writer.json);
}

}  // namespace

}  // namespace results

Json to_json(Real value) {
  using Double = std::numeric_limits<double>;
  const Real magnitude = std::abs(value);
  // Below the smallest normal double a nonzero value would lose its digits, or become zero.
  const bool fits = magnitude == 0 ||
                    (magnitude >= static_cast<Real>(Double::min()) && magnitude <= static_cast<Real>(Double::max()));
  if (fits) return static_cast<double>(value);
  return to_decimal(value);
}

Json to_json(const Problem& problem) {
  results::Writer writer;
  writer.inline_problem(problem);
  return std::move(writer.json);
}

Json to_json(const Outcome& outcome) {
  results::Writer writer;
  writer.one_of(outcome);
  return std::move(writer.json);
}

Json to_json(const FindingValue& value) {
  results::Writer writer;
  writer.one_of(value);
  return std::move(writer.json);
}

Json to_json(const ResultsDocument& document) { return results::json_of(document); }

void write_json(const ResultsDocument& document, int indent, const std::function<void(const std::string&)>& write) {
  results::TextWriter{indent, write}.write(document);
}

Json to_json(const ResultsDocument::OutcomeEntry& entry) { return results::json_of(entry); }

Json to_json(const ResultsDocument::FindingEntry& entry) { return results::json_of(entry); }

}  // namespace gridcensus::host
