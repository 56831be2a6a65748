#pragma once

#include "band_classes/completions/line_kernels.hpp"
#include "band_signatures/box_codes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gridcensus::band_classes {

using band_signatures::BoxCode;

/// A band whose boxes but the last are known: its number for a code of the last box is numbers[images[code]], and
/// `digits` has what `low_digit` makes of the numbers.
struct Lane {
  const std::uint32_t* numbers;
  const std::uint16_t* digits;
  const BoxCode* images;
};

/// The last digit of a number, with `high_mark` beside it where it is not the only one.
constexpr std::uint16_t low_digit(std::uint32_t number) {
  return static_cast<std::uint16_t>(number % digit_base | (number < digit_base ? 0U : high_mark));
}

/// The numbers of many bands for all codes that their last box can have, thirty-two bands at a time, a line for each
/// code.
///
///     row of a lane      low digits for all codes, looked up where they are near to each other
///     low line           those of all lanes for one code: the rows transposed
///     high line          high digits; only where some lane has one, which is rare
///
/// A lane's images are those of its frame, which all lanes share, and then its own relabelling, which many share: some
/// 60 of the 346 lanes of a frame of 4x3 differ. So both are put together once for each.
class BandLines {
 public:
  /// @param codes  of the last box
  explicit BandLines(const std::vector<BoxCode>& codes);

  /// Begins with other bands.
  ///
  /// @param images  where the boxes that all lanes share take every code, before the images of a lane
  /// @param lanes   must outlive their use
  void begin_frame(const std::vector<BoxCode>& images, std::span<const Lane> lanes);

  /// Looks up the numbers of `lane_count` lanes from the `first` on; 0 behind the last one.
  void gather(std::size_t first);

  /// In the order of the codes, and then a line of zeros.
  const Lanes* low() const { return low_.data(); }

  struct High {
    std::uint16_t place = 0;  ///< in `low()`
    Lanes lanes;              ///< numbers / digit_base
  };
  /// Ascending by place.
  const std::vector<High>& high() const { return high_; }

 private:
  void add_high(std::size_t place, std::span<const Lane> lanes);

  const LineKernel* kernel_;
  std::vector<BoxCode> codes_;
  std::size_t stride_;  // of rows

  // Of the frame.
  std::span<const Lane> lanes_;
  std::vector<std::uint16_t> in_frame_;             // images of the codes by the boxes that all lanes share
  std::vector<const BoxCode*> relabellings_;        // of the lanes, each once
  std::vector<std::vector<std::uint16_t>> places_;  // for each of them, where the codes go by both
  std::vector<std::size_t> relabelling_of_;         // of every lane, a place in the lists above

  std::vector<std::uint16_t> rows_;
  std::vector<Lanes> low_;
  std::vector<High> high_;
};

}  // namespace gridcensus::band_classes
