#include "host/calls/sizes.hpp"

#include "host/base/limits.hpp"
#include "host/base/text.hpp"

#include <stdexcept>
#include <string>

namespace gridcensus::host {

namespace {

/// Adds up the sizes of a strategy's results.
class Sizes {
 public:
  void add(const std::string& name) {
    if (name.size() > max_name_bytes) {
      constexpr std::size_t shown = 40;
      throw std::runtime_error{"a name of " + bytes_text(name.size()) + ", but at most " + bytes_text(max_name_bytes) +
                               " are accepted: " + bounded_utf8(name.substr(0, shown)) + "..."};
    }
    add_bytes(name.size());
  }
  void add(const std::string& name, const Integer& value) {
    add(name);
    const std::size_t bits = value == 0 ? 0 : msb(abs(value)) + 1;
    if (bits > max_bits) {
      throw std::runtime_error{name + " is an integer of " + std::to_string(bits) + " bits, but at most " +
                               std::to_string(max_bits) + " are accepted"};
    }
    add_bytes(bits / 8);
  }
  void add(const std::string& name, const Table& table) {
    add(name);
    add(table.key);
    for (const auto& column : table.columns) add(column);
    for (const auto& [row, values] : table.rows) {
      for (const Integer& value : values) add(row, value);
    }
  }
  void add(const std::string& name, const Moments& /*of one size*/) { add(name); }
  void add(const std::string& name, const Exact& exact) { add(name, exact.value); }
  void add(const std::string& name, const LowerBound& bound) { add(name, bound.value); }
  void add(const std::string& name, const UpperBound& bound) { add(name, bound.value); }
  void add(const std::string& name, const Estimate& /*of one size*/) { add(name); }
  void add(const std::string& name, const Approximation& /*of one size*/) { add(name); }
  void add(const std::string& name, const Unfinished& /*cut where it is shown*/) { add(name); }

  template <class Entries>
  void add_all(const Entries& entries) {
    for (const auto& [name, value] : entries) add(name, value);
  }

 private:
  void add_bytes(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > max_result_bytes) {
      throw std::runtime_error{"names and integers exceed " + bytes_text(max_result_bytes) + " in total"};
    }
  }

  std::size_t bytes_ = 0;
};

}  // namespace

void check_sizes(const Tally& tally) {
  Sizes sizes;
  sizes.add_all(tally.sums());
  sizes.add_all(tally.all_moments());
  sizes.add_all(tally.tables());
}

void check_sizes(const Report& report) {
  Sizes sizes;
  for (const auto& [quantity, outcome] : report.outcomes) {
    std::visit([&, name = std::string{name_of(quantity)}](const auto& value) { sizes.add(name, value); }, outcome);
  }
  for (const auto& named : report.findings) {
    std::visit([&](const auto& value) { sizes.add(named.first, value); }, named.second.value);
  }
}

void check_sizes(const std::optional<std::set<std::string>>& sums) {
  Sizes sizes;
  for (const auto& name : sums.value_or(std::set<std::string>{})) sizes.add(name);
}

void check_sizes(const std::map<std::string, Integer>& divisors) {
  Sizes sizes;
  sizes.add_all(divisors);
}

}  // namespace gridcensus::host
