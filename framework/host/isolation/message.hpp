#pragma once

#include "gridcensus/strategy.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// What this program and its workers say to each other.
namespace gridcensus::host {

/// One request or answer: fields of any bytes.
using Message = std::vector<std::string>;

/// What came over the line is no message.
class NoMessage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bytes of a message. An answer has the number of its request.
std::string packed(std::uint64_t number, const Message& message);

/// Makes messages of bytes as they come.
class Unpacker {
 public:
  struct Numbered {
    std::uint64_t number = 0;
    Message message;
  };

  void add(std::string_view bytes) { bytes_.append(bytes); }
  /// The next message; nullopt as long as it is not whole.
  ///
  /// @throws NoMessage  the bytes are something else.
  std::optional<Numbered> next();

 private:
  std::string bytes_;
};

// Numbers in fields: decimal, real ones such that every bit comes back.

std::string field_of(std::uint64_t number);
std::string field_of(double number);
/// @throws NoMessage  the field is no such number.
std::uint64_t integer_in(const std::string& field);
double real_in(const std::string& field);

/// What a worker is to prepare.
struct Assignment {
  std::string plugin;                             ///< file, absolute
  std::string sha256;                             ///< of the file
  std::map<std::string, std::string> parameters;  ///< those that are not as by default
  Problem problem;
  std::set<Quantity> quantities;
  Inputs inputs;
};

Message message_of(const Assignment& assignment);
/// @throws NoMessage  it is something else.
Assignment assignment_in(const Message& message);

Message message_of(const Report& report);
/// @throws NoMessage, std::invalid_argument  it is something else.
Report report_in(const Message& message);

/// What a unit costs, which sums it yields, and what divides them.
struct UnitTraits {
  double weight = 1;
  std::optional<std::set<std::string>> sums;
  std::map<std::string, Integer> divisors;
};

Message message_of(const std::vector<UnitTraits>& traits);
/// @throws NoMessage  it is something else.
std::vector<UnitTraits> traits_in(const Message& message);

/// The first field of a request.
namespace request {
inline constexpr const char* prepare = "prepare";      ///< an assignment; answered by units and seconds_limit
inline constexpr const char* count = "count";          ///< unit, seed, stream; answered by a tally
inline constexpr const char* traits = "traits";        ///< first unit, how many
inline constexpr const char* is_enough = "is_enough";  ///< tally, units; answered by "yes" or "no"
inline constexpr const char* conclude = "conclude";    ///< tally, units; answered by a report
}  // namespace request

/// The first field of an answer.
namespace answer {
inline constexpr const char* done = "done";
inline constexpr const char* broken = "broken";    ///< BrokenInvariant was thrown; its text
inline constexpr const char* stopped = "stopped";  ///< Stopped was thrown, or a unit saw the stop
inline constexpr const char* failed = "failed";    ///< something else was thrown; its text
}  // namespace answer

}  // namespace gridcensus::host
