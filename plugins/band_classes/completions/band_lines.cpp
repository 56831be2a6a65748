#include "band_classes/completions/band_lines.hpp"

#include <algorithm>

namespace gridcensus::band_classes {

BandLines::BandLines(const std::vector<BoxCode>& codes)
    : kernel_{&fastest_line_kernel()},
      codes_{codes},
      // The zeros after the codes are columns, too.
      stride_{(codes.size() / lines_at_once + 1) * lines_at_once},
      in_frame_(codes.size()),
      rows_(lane_count * stride_),
      low_(stride_) {}

void BandLines::begin_frame(const std::vector<BoxCode>& images, std::span<const Lane> lanes) {
  lanes_ = lanes;
  kernel_->look_up(images.data(), codes_, in_frame_.data(), images.data());

  relabellings_.clear();
  for (const Lane& lane : lanes) relabellings_.push_back(lane.images);
  std::ranges::sort(relabellings_);
  relabellings_.erase(std::unique(relabellings_.begin(), relabellings_.end()), relabellings_.end());
  relabelling_of_.clear();
  for (const Lane& lane : lanes) {
    const auto found = std::ranges::lower_bound(relabellings_, lane.images);
    relabelling_of_.push_back(static_cast<std::size_t>(found - relabellings_.begin()));
  }

  while (places_.size() < relabellings_.size()) places_.emplace_back(codes_.size());
  for (std::size_t i = 0; i < relabellings_.size(); ++i) {
    const BoxCode* const next = relabellings_[std::min(i + 1, relabellings_.size() - 1)];
    kernel_->look_up(relabellings_[i], in_frame_, places_[i].data(), next);
  }
}

void BandLines::gather(std::size_t first) {
  const std::span<const Lane> lanes = lanes_.subspan(first, std::min(lane_count, lanes_.size() - first));
  std::uint16_t* const rows = rows_.data();
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    // The digits of all beginnings do not fit the near caches: without prefetching this takes half as long again.
    const Lane& next = lanes_[std::min(first + lane + 1, lanes_.size() - 1)];
    kernel_->look_up(lanes[lane].digits, places_[relabelling_of_[first + lane]], rows + lane * stride_, next.digits);
  }
  std::fill(rows + lanes.size() * stride_, rows + lane_count * stride_, std::uint16_t{0});
  high_.clear();
  for (std::size_t place = 0; place < stride_; place += lines_at_once) {
    const std::uint32_t marked = kernel_->transpose(rows + place, stride_, low_.data() + place);
    for (std::size_t line = 0; marked >> line != 0; ++line) {
      if ((marked >> line & 1U) != 0) add_high(place + line, lanes);
    }
  }
}

void BandLines::add_high(std::size_t place, std::span<const Lane> lanes) {
  const std::uint16_t* const row = rows_.data() + place;
  High& high = high_.emplace_back(High{static_cast<std::uint16_t>(place), {}});
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    if (row[lane * stride_] < high_mark) continue;
    const std::uint32_t number = lanes[lane].numbers[lanes[lane].images[in_frame_[place]]];
    high.lanes.digits[lane] = static_cast<std::uint16_t>(number / digit_base);
  }
}

}  // namespace gridcensus::band_classes
