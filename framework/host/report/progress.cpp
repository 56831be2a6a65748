#include "host/report/progress.hpp"

#include "host/base/text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unistd.h>

namespace gridcensus::host {

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds{100};
constexpr auto line_interval = std::chrono::seconds{10};
/// Runs shown at a time on a terminal; the rest is a number.
constexpr std::size_t max_lines = 8;
/// The width of a line that is no part of a display.
constexpr std::size_t wide = 120;

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void write_stderr(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressDisplay::ProgressDisplay(const Plan& plan, const ProgressBoard& board, ProgressStyle style)
    : plan_{plan}, board_{board}, style_{style}, told_(board.size()) {
  if (style_ != ProgressStyle::none) thread_ = std::jthread{[this](const std::stop_token& done) { show(done); }};
}

ProgressDisplay::~ProgressDisplay() {
  if (style_ == ProgressStyle::none) return;
  thread_.request_stop();
  thread_.join();
  if (style_ == ProgressStyle::terminal)
    clear_terminal();
  else
    print_lines(false);
}

std::string ProgressDisplay::line(const Run& run, const ProgressBoard::Lane& lane, std::size_t width) {
  // The numbers matter more than the end of a long name.
  constexpr std::size_t numbers_width = 50;
  const std::size_t name_width = std::clamp<std::size_t>(width > numbers_width ? width - numbers_width : 0, 12, 32);
  std::string name = run.name();
  if (name.size() > name_width) name = name.substr(0, name_width - 1) + "~";
  std::string text = fmt::format("{:<{}}", name, name_width);
  switch (lane.phase.load()) {
    case ProgressBoard::Phase::waiting: return text + " waiting";
    case ProgressBoard::Phase::preparing: return text + " preparing";
    case ProgressBoard::Phase::ended: return fmt::format("{} ended, {} units", text, lane.units_done.load());
    case ProgressBoard::Phase::counting: break;
  }
  const double elapsed = ProgressBoard::seconds_counting(lane);
  const auto done = lane.units_done.load();
  const auto units = lane.units.load();
  // A sampling run without a limit of samples has more units than it will ever do.
  text += units <= ProgressBoard::endless_units ? fmt::format(" {} of {} units", done, units)
                                                : fmt::format(" {} units", done);
  const double share = lane.weight > 0 ? lane.weight_done / lane.weight : 0;
  if (units <= ProgressBoard::endless_units) text += fmt::format(" {:5.1f} %", 100 * share);
  if (elapsed > 0.5) text += fmt::format("  {:.3g}/s", static_cast<double>(done) / elapsed);
  const double left = ProgressBoard::seconds_left(lane);
  if (left >= 0 && elapsed > 0.5) text += fmt::format("  {} left", duration_text(left));
  return text;
}

void ProgressDisplay::show(const std::stop_token& done) {
  std::mutex mutex;
  std::condition_variable_any pause;
  std::unique_lock lock{mutex};
  auto last_lines = std::chrono::steady_clock::now();
  while (!pause.wait_for(lock, done, redraw_interval, [&] { return done.stop_requested(); })) {
    if (style_ == ProgressStyle::terminal) {
      draw_terminal();
      continue;
    }
    const bool is_due = std::chrono::steady_clock::now() - last_lines >= line_interval;
    if (is_due) last_lines = std::chrono::steady_clock::now();
    print_lines(is_due);
  }
}

void ProgressDisplay::draw_terminal() {
  const std::size_t width = terminal_width();
  std::vector<std::string> lines;
  std::size_t waiting = 0;
  std::size_t ended = 0;
  for (const auto& run : plan_.runs) {
    const auto& lane = board_.lane(run.number);
    const auto phase = lane.phase.load();
    if (phase == ProgressBoard::Phase::ended)
      ++ended;
    else if (phase == ProgressBoard::Phase::waiting || lines.size() == max_lines)
      ++waiting;
    else
      lines.push_back(line(run, lane, width));
  }
  lines.push_back(fmt::format("{} of {} runs ended{}", ended, plan_.runs.size(),
                              waiting > 0 ? fmt::format(", {} more", waiting) : ""));
  std::string text = drawn_lines_ > 0 ? fmt::format("\x1b[{}A\r\x1b[J", drawn_lines_) : "";
  for (const auto& line : lines) text += line.substr(0, width - 1) + "\n";
  drawn_lines_ = lines.size();
  write_stderr(text);
}

void ProgressDisplay::clear_terminal() {
  if (drawn_lines_ > 0) write_stderr(fmt::format("\x1b[{}A\r\x1b[J", drawn_lines_));
}

void ProgressDisplay::print_lines(bool is_due) {
  for (const auto& run : plan_.runs) {
    const auto& lane = board_.lane(run.number);
    const auto phase = lane.phase.load();
    const bool has_ended = phase == ProgressBoard::Phase::ended && !told_[run.number];
    const bool is_counting = phase == ProgressBoard::Phase::counting && is_due;
    if (!has_ended && !is_counting) continue;
    told_[run.number] = has_ended;
    write_stderr(line(run, lane, wide) + "\n");
  }
}

ProgressStyle choose_progress_style(bool quiet) {
  if (quiet) return ProgressStyle::none;
  const char* const terminal = std::getenv("TERM");
  const bool can_draw = isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view{terminal} != "dumb";
  return can_draw ? ProgressStyle::terminal : ProgressStyle::lines;
}

}  // namespace gridcensus::host
