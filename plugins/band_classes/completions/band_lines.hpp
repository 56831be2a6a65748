#pragma once

#include "band_classes/completions/line_kernels.hpp"
#include "band_signatures/box_codes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::BoxCode;

/// A band whose boxes except the last are known: its number for a code of the last box is numbers[images[code]], and
/// `digits` has `low_digit` of the numbers.
struct Lane {
  const std::uint32_t* numbers;
  const std::uint16_t* digits;
  const BoxCode* images;
};

/// Returns the last digit of a number, combined with `high_mark` if it has another digit.
constexpr std::uint16_t low_digit(std::uint32_t number) {
  return static_cast<std::uint16_t>(number % digit_base | (number < digit_base ? 0U : high_mark));
}

/// The numbers of many bands for all possible codes of their last box, thirty-two bands at a time, a line for each
/// code.
///
///     row of a lane      low digits for all codes, looked up where they are close together in memory
///     low line           those of all lanes for one code: the rows transposed
///     high line          high digits; only if some lane has one, which is rare
///
/// The images of a lane combine those of its frame, which all lanes share, and its own relabelling, which many share:
/// some 60 of the 346 lanes of a frame of 4x3 differ. So each combination is computed once.
class BandLines {
 public:
  /// @param codes  of the last box
  explicit BandLines(const std::vector<BoxCode>& codes);

  /// Starts with other bands.
  ///
  /// @param images  by code: its image under the relabelling of the boxes that all lanes share, before that of a lane
  /// @param lanes   must outlive their use
  void begin_frame(const std::vector<BoxCode>& images, std::span<const Lane> lanes);

  /// Looks up the numbers of `lane_count` lanes from `first` on; 0 after the last one.
  void gather(std::size_t first);

  /// Returns the low lines in the order of the codes, followed by a line of zeros.
  const Lanes* low() const { return low_.data(); }

  struct High {
    std::uint16_t place = 0;  ///< in `low()`
    Lanes lanes;              ///< numbers / digit_base
  };
  /// Returns the high lines, ascending by place.
  const std::vector<High>& high() const { return high_; }

 private:
  void add_high(std::size_t place, std::span<const Lane> lanes);

  const LineKernel* kernel_;
  std::vector<BoxCode> codes_;
  std::size_t stride_;  // of rows

  // For the current frame.
  std::span<const Lane> lanes_;
  std::vector<std::uint16_t> in_frame_;             // images of the codes by the boxes that all lanes share
  std::vector<const BoxCode*> relabellings_;        // of the lanes, each once
  std::vector<std::vector<std::uint16_t>> places_;  // for each of them, the images of the codes under both
  std::vector<std::size_t> relabelling_of_;         // by lane: a place in the lists above

  std::vector<std::uint16_t> rows_;
  std::vector<Lanes> low_;
  std::vector<High> high_;
};

}  // namespace gridcensus::band_classes
