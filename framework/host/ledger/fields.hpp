#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace gridcensus::host {

/// "2026-11-22T22:37:18Z".
std::string now_in_utc();

/// "2026-11-22T22:37:18.123456Z": what tells two sessions apart that begin in the same second.
std::string now_to_the_microsecond();

/// Every bit of the value, as text.
std::string bits(double value);

/// Collects fields so that no two lists of fields give one text: each comes with its length.
class Fields {
 public:
  Fields(std::initializer_list<std::string_view> fields) {
    for (const std::string_view field : fields) add(field);
  }
  Fields& add(std::string_view field) {
    text_.append(std::to_string(field.size())).append(":").append(field);
    return *this;
  }
  /// 128 bits: this guards against damage, not against a forger.
  std::string checksum() const;

 private:
  std::string text_;
};

}  // namespace gridcensus::host
