#pragma once

#include "host/graph/progress_board.hpp"
#include "host/plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace gridcensus::host {

enum class ProgressStyle {
  none,
  lines,    ///< one line for each run that ends and, now and then, for each that takes long
  terminal  ///< a few lines that are redrawn
};

/// Shows a progress board on stderr while the object exists: per run the units done, the estimate, the rate and the
/// time left; for all runs together the time left.
class ProgressDisplay {
 public:
  ProgressDisplay(const Plan& plan, const ProgressBoard& board, ProgressStyle style);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  ProgressDisplay(ProgressDisplay&&) = delete;
  ProgressDisplay& operator=(ProgressDisplay&&) = delete;

  /// Returns one run as a line: "enumeration on 2x3  43 s left, 7.4 %, 120 of 1632 units, 35.1/s", "band_monte_carlo on
  /// 3x3 43 s left, 6.665e21 +- 0.4 %, 1200 units, 35.1/s".
  ///
  /// @param width  of the terminal [characters]; the line is shorter, and omits parts that do not fit
  static std::string line(const Run& run, const ProgressBoard& board, std::size_t width);
  /// Returns one line for all runs: "3 of 45 runs ended, at least 43 s left, 37 waiting".
  static std::string last_line(const ProgressBoard& board, std::size_t width);

 private:
  void show(const std::stop_token& done);
  void draw_terminal();
  void print_lines(bool is_due);
  void clear_terminal();

  const Plan& plan_;
  const ProgressBoard& board_;
  ProgressStyle style_;
  std::size_t drawn_lines_ = 0;
  std::vector<bool> is_end_printed_;  ///< runs whose end was printed
  std::jthread thread_;
};

/// Prints a line on stderr while work takes long and prints nothing itself: after 2 s, then every 10 s.
class ProgressNote {
 public:
  /// @param text      returns the line; another thread calls it
  /// @param is_quiet  true: nothing is printed
  ProgressNote(std::function<std::string()> text, bool is_quiet);

 private:
  std::jthread thread_;
};

/// Returns terminal if stderr is a terminal that can move its cursor, otherwise lines; none if `quiet`.
ProgressStyle choose_progress_style(bool quiet);

}  // namespace gridcensus::host
