#include "host/ledger/fields.hpp"

#include "host/base/sha256.hpp"

#include <array>
#include <charconv>
#include <ctime>

namespace gridcensus::host {

namespace {

std::string in_utc(std::time_t time) {
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts)};
}

}  // namespace

std::string now_in_utc() { return in_utc(std::time(nullptr)) + "Z"; }

std::string now_to_the_microsecond() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  // With its leading zeros.
  const std::string fraction = std::to_string(1'000'000 + now.tv_nsec / 1000).substr(1);
  return in_utc(now.tv_sec) + "." + fraction + "Z";
}

std::string bits(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex).ptr};
}

std::string Fields::checksum() const { return sha256_of(text_).substr(0, 32); }

}  // namespace gridcensus::host
