#pragma once

#include "gridcensus/integer.hpp"
#include "host/base/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gridcensus::host {

// The members of a document. Each function throws std::runtime_error, with the name of the member, if it is missing or
// not what is expected: what the JSON library says of such a thing, or makes of it silently, is for programmers.

/// A value of a document, with the name by which messages call it.
struct Member {
  const Json& json;
  std::string name;

  [[noreturn]] void reject(const std::string& expected) const;
};

/// @throws std::runtime_error  it is no object, or has no such member.
Member member_of(const Json& object, const char* name);

/// Of at most `longest_text` bytes.
const std::string& text_in(const Member& member);
bool truth_in(const Member& member);
double number_in(const Member& member);
std::uint64_t count_in(const Member& member);
/// Of at most `longest_decimal` digits.
Integer integer_in(const Member& member);
/// A number, or the decimal of one that a double cannot hold.
Real real_in(const Member& member);
std::vector<Member> list_in(const Member& member);
std::vector<std::string> texts_in(const Member& member);
std::vector<double> numbers_in(const Member& member);
/// An object whose members are texts.
std::map<std::string, std::string> named_texts_in(const Member& member);

/// The same of an optional member: `read` of it, or nothing.
template <class Read>
auto optional_in(const Json& object, const char* name, const Read& read)
    -> std::optional<std::remove_cvref_t<decltype(read(member_of(object, name)))>> {
  if (!object.is_object() || !object.contains(name)) return std::nullopt;
  return read(member_of(object, name));
}

}  // namespace gridcensus::host
