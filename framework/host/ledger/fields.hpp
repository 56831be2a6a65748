#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// Returns the time as "2026-11-22T22:37:18Z".
std::string now_in_utc();

/// Returns the time as "2026-11-22T22:37:18.123456Z", which distinguishes sessions that begin in the same second.
std::string now_to_the_microsecond();

/// Returns every bit of the value, as text.
std::string bits(double value);

/// Collects fields as a text that differs for any two lists of fields, because each field is preceded by its length.
class Fields {
 public:
  Fields(std::initializer_list<std::string_view> fields) {
    for (const std::string_view field : fields) add(field);
  }
  Fields& add(std::string_view field) {
    text_.append(std::to_string(field.size())).append(":").append(field);
    return *this;
  }
  /// Returns a checksum of 128 bits, which guards against damage, not against forgery.
  std::string checksum() const;

 private:
  std::string text_;
};

}  // namespace gridcensus::host
