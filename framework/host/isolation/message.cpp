#include "host/isolation/message.hpp"

#include "gridcensus/rules.hpp"
#include "host/base/quantities.hpp"
#include "host/records/records.hpp"

#include <array>
#include <charconv>
#include <cstring>
#include <system_error>
#include <utility>

namespace gridcensus::host {

namespace {

/// Before each message: whoever else writes to the line is found out by it.
constexpr std::string_view magic = "gcworker";
/// A table of all classes has some megabytes; what claims to be longer than this is no message.
constexpr std::uint64_t longest = std::uint64_t{1} << 32U;
/// In place of how many sums a unit declares, where it declares none.
const std::string undeclared = "-";

void append(std::string& bytes, std::uint64_t number) {
  std::array<char, sizeof number> raw{};
  std::memcpy(raw.data(), &number, sizeof number);
  bytes.append(raw.data(), raw.size());
}

/// Reads fields from front to back.
class Fields {
 public:
  explicit Fields(const Message& message) : message_{message} {}

  bool are_left() const { return next_ < message_.size(); }
  const std::string& text() {
    if (!are_left()) throw NoMessage{"a field is missing"};
    return message_[next_++];
  }
  Integer integer() {
    auto value = parse_integer(text());
    if (!value) throw NoMessage{"expected an integer"};
    return *std::move(value);
  }
  std::uint64_t number() { return integer_in(text()); }
  Quantity quantity() {
    const auto quantity = stored_quantity(text());
    if (!quantity) throw NoMessage{"expected a quantity"};
    return *quantity;
  }
  void end() const {
    if (are_left()) throw NoMessage{"there are too many fields"};
  }

 private:
  const Message& message_;
  std::size_t next_ = 0;
};

template <class Number>
Number number_in(const std::string& field) {
  Number number{};
  const char* const end = field.data() + field.size();
  const auto result = std::from_chars(field.data(), end, number);
  if (result.ec != std::errc{} || result.ptr != end) throw NoMessage{"expected a number"};
  return number;
}

}  // namespace

std::string packed(std::uint64_t number, const Message& message) {
  std::string fields;
  for (const std::string& field : message) {
    append(fields, field.size());
    fields += field;
  }
  std::string bytes{magic};
  append(bytes, number);
  append(bytes, fields.size());
  return bytes += fields;
}

std::optional<Unpacker::Numbered> Unpacker::next() {
  constexpr std::size_t word = sizeof(std::uint64_t);
  constexpr std::size_t head = magic.size() + 2 * word;
  const auto word_at = [this](std::size_t place) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes_.data() + place, word);
    return value;
  };
  const std::size_t seen = std::min(bytes_.size(), magic.size());
  if (std::string_view{bytes_}.substr(0, seen) != magic.substr(0, seen)) throw NoMessage{"it does not begin like one"};
  if (bytes_.size() < head) return std::nullopt;
  const std::uint64_t size = word_at(magic.size() + word);
  if (size > longest) throw NoMessage{"it would be too long"};
  if (bytes_.size() - head < size) return std::nullopt;
  Numbered result{word_at(magic.size()), {}};
  const std::size_t end = head + size;
  for (std::size_t place = head; place < end;) {
    if (end - place < word || end - place - word < word_at(place)) throw NoMessage{"a field is cut off"};
    const std::size_t length = word_at(place);
    result.message.push_back(bytes_.substr(place + word, length));
    place += word + length;
  }
  bytes_.erase(0, end);
  return result;
}

std::string field_of(std::uint64_t number) { return std::to_string(number); }

std::string field_of(double number) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

std::uint64_t integer_in(const std::string& field) { return number_in<std::uint64_t>(field); }

double real_in(const std::string& field) { return number_in<double>(field); }

Message message_of(const Assignment& assignment) {
  Message message{assignment.plugin, assignment.sha256, to_string(assignment.problem.shape),
                  assignment.problem.rules.text()};
  message.push_back(field_of(std::uint64_t{assignment.quantities.size()}));
  for (const Quantity quantity : assignment.quantities) message.emplace_back(name_of(quantity));
  message.push_back(field_of(std::uint64_t{assignment.inputs.size()}));
  for (const auto& [quantity, value] : assignment.inputs) {
    message.emplace_back(name_of(quantity));
    message.push_back(to_decimal(value));
  }
  for (const auto& [name, value] : assignment.parameters) {
    message.push_back(name);
    message.push_back(value);
  }
  return message;
}

Assignment assignment_in(const Message& message) {
  Fields fields{message};
  Assignment assignment;
  assignment.plugin = fields.text();
  assignment.sha256 = fields.text();
  const Shape shape = parse_shape(fields.text());
  assignment.problem = parse_problem(shape, fields.text());
  for (std::uint64_t left = fields.number(); left > 0; --left) assignment.quantities.insert(fields.quantity());
  for (std::uint64_t left = fields.number(); left > 0; --left) {
    const Quantity quantity = fields.quantity();
    assignment.inputs.emplace(quantity, fields.integer());
  }
  while (fields.are_left()) {
    const std::string& name = fields.text();
    assignment.parameters.emplace(name, fields.text());
  }
  return assignment;
}

Message message_of(const Report& report) {
  Message message{field_of(std::uint64_t{report.outcomes.size()})};
  for (const auto& [quantity, outcome] : report.outcomes) {
    message.emplace_back(name_of(quantity));
    message.push_back(encode(outcome));
  }
  for (const auto& [name, finding] : report.findings) {
    message.push_back(name);
    message.push_back(encode(finding));
  }
  return message;
}

Report report_in(const Message& message) {
  Fields fields{message};
  Report report;
  for (std::uint64_t left = fields.number(); left > 0; --left) {
    const Quantity quantity = fields.quantity();
    report.outcomes.emplace(quantity, decode_outcome(fields.text()));
  }
  while (fields.are_left()) {
    const std::string& name = fields.text();
    report.findings.emplace(name, decode_finding(fields.text()));
  }
  return report;
}

Message message_of(const std::vector<UnitTraits>& traits) {
  Message message;
  for (const auto& [weight, sums, divisors] : traits) {
    message.push_back(field_of(weight));
    message.push_back(sums ? field_of(std::uint64_t{sums->size()}) : undeclared);
    if (sums) message.insert(message.end(), sums->begin(), sums->end());
    message.push_back(field_of(std::uint64_t{divisors.size()}));
    for (const auto& [name, divisor] : divisors) {
      message.push_back(name);
      message.push_back(to_decimal(divisor));
    }
  }
  return message;
}

std::vector<UnitTraits> traits_in(const Message& message) {
  Fields fields{message};
  std::vector<UnitTraits> traits;
  while (fields.are_left()) {
    UnitTraits& unit = traits.emplace_back();
    unit.weight = real_in(fields.text());
    if (const std::string& count = fields.text(); count != undeclared) {
      unit.sums.emplace();
      for (std::uint64_t left = integer_in(count); left > 0; --left) unit.sums->insert(fields.text());
    }
    for (std::uint64_t left = fields.number(); left > 0; --left) {
      const std::string& name = fields.text();
      unit.divisors.emplace(name, fields.integer());
    }
  }
  return traits;
}

}  // namespace gridcensus::host
