#include "sdk/implied_regions.hpp"

#include <boost/dynamic_bitset.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <set>
#include <utility>

namespace gridcensus {

namespace {

class Leftovers {
 public:
  Leftovers(Shape shape, const std::vector<Region>& regions) : side_{static_cast<std::size_t>(shape.side())} {
    for (const Region& region : regions) add(region);
    given_ = regions_.size();
    for (std::size_t before = 0; before != regions_.size();) {
      before = regions_.size();
      for (std::size_t first = 0; first + side_ <= given_;) {
        const bool is_class = are_disjoint(first);
        if (is_class) look_in(first);
        first += is_class ? side_ : 1;
      }
    }
  }

  /// Returns the regions that were found, without the given ones.
  std::vector<Region> found() const { return {regions_.begin() + static_cast<std::ptrdiff_t>(given_), regions_.end()}; }

 private:
  using Cells = boost::dynamic_bitset<>;
  static constexpr std::size_t max_unions = 2'000;
  static constexpr std::size_t max_lines = 6;
  // Overlapping regions can imply more regions than can be listed.
  static constexpr std::size_t max_found = 64;
  static constexpr std::int64_t max_steps = 200'000;

  void add(Region region) {
    Cells cells(side_ * side_);
    for (const int cell : region) cells.set(static_cast<std::size_t>(cell));
    if (std::ranges::find(cells_, cells) != cells_.end()) return;
    cells_.push_back(std::move(cells));
    regions_.push_back(std::move(region));
  }

  bool are_disjoint(std::size_t first) const {
    Cells all(side_ * side_);
    for (std::size_t i = first; i < first + side_; ++i) all |= cells_[i];
    return all.all();
  }

  /// Takes the regions from `first` on for the k regions.
  void look_in(std::size_t first) {
    std::vector<std::uint64_t> touched;  // by region: the regions of the class that it meets
    for (const Cells& cells : cells_) {
      std::uint64_t& mask = touched.emplace_back(0);
      for (std::size_t i = 0; i < side_; ++i)
        mask |= (cells_[first + i].intersects(cells) ? std::uint64_t{1} : 0U) << i;
    }
    std::set<std::uint64_t> unions;
    const auto size = [](std::uint64_t mask) { return static_cast<std::size_t>(std::popcount(mask)); };
    for (const std::uint64_t mask : touched) {
      if (size(mask) > 1 && size(mask) <= max_lines && size(mask) < side_) unions.insert(mask);
    }
    const std::set<std::uint64_t> single = unions;
    for (const std::uint64_t one : single) {
      for (const std::uint64_t other : single) {
        const std::uint64_t both = one | other;
        if (unions.size() < max_unions && size(both) <= max_lines && size(both) < side_) unions.insert(both);
      }
    }
    for (const std::uint64_t lines : unions) {
      if (!is_within_limits()) return;
      Cells left(side_ * side_);
      for (std::size_t i = 0; i < side_; ++i) {
        if ((lines >> i & 1U) != 0) left |= cells_[first + i];
      }
      std::vector<std::size_t> inside;
      for (std::size_t region = 0; region < touched.size(); ++region) {
        if (size(touched[region]) > 1 && (touched[region] & ~lines) == 0) inside.push_back(region);
      }
      steps_left_ -= static_cast<std::int64_t>(touched.size());
      take_out(left, inside, 0, size(lines) - 1);
    }
  }

  void take_out(const Cells& left, const std::vector<std::size_t>& inside, std::size_t from, std::size_t wanted) {
    if (wanted == 0) {
      Region region;
      for (auto cell = left.find_first(); cell != Cells::npos; cell = left.find_next(cell)) {
        region.push_back(static_cast<int>(cell));
      }
      add(std::move(region));
      return;
    }
    for (std::size_t i = from; i < inside.size() && is_within_limits(); ++i) {
      --steps_left_;
      if (cells_[inside[i]].is_subset_of(left)) take_out(left - cells_[inside[i]], inside, i + 1, wanted - 1);
    }
  }

  bool is_within_limits() const { return steps_left_ > 0 && regions_.size() < given_ + max_found; }

  std::size_t side_;
  std::size_t given_ = 0;
  std::int64_t steps_left_ = max_steps;
  std::vector<Region> regions_;
  std::vector<Cells> cells_;
};

}  // namespace

std::vector<Region> implied_regions(Shape shape, const std::vector<Region>& regions) {
  return Leftovers{shape, regions}.found();
}

}  // namespace gridcensus
