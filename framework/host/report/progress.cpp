#include "host/report/progress.hpp"

#include "host/base/text.hpp"
#include "host/report/value_texts.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr auto redraw_interval = std::chrono::milliseconds{100};
constexpr auto line_interval = std::chrono::seconds{10};
/// The longest silence at the start of work that has no display.
constexpr auto first_note = std::chrono::seconds{2};
/// The number of runs shown at a time on a terminal; the others are a number.
constexpr std::size_t max_lines = 8;
/// The width of a line outside a display.
constexpr std::size_t wide = 120;

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

constexpr std::size_t min_name_width = 12;
constexpr std::size_t max_name_width = 32;

/// Returns those pieces that fit into a line beside a name, so no number is cut. The first pieces matter most.
std::string fitted(const std::vector<std::string>& pieces, std::size_t width, std::size_t name) {
  std::string text;
  for (const std::string& piece : pieces) {
    const std::string joined = text + (text.empty() ? "" : ", ") + piece;
    if (name + joined.size() < width) text = joined;
  }
  return text;
}

/// Returns "band_monte_carlo on 3x3", or "band_m~ on 3x3" if there is not enough room: without the middle, because the
/// ends of names distinguish the runs of a sweep, and of one strategy on many problems.
std::string short_name(const Run& run, std::size_t room) {
  std::string name = run.name();
  if (name.size() <= room) return name;
  const std::size_t kept = room > 0 ? room - 1 : 0;
  return name.substr(0, kept / 2) + "~" + name.substr(name.size() - (kept - kept / 2));
}

/// Returns "43 s left", "ends soon" or "at least 43 s left".
std::string left_text(const ProgressBoard::TimeLeft& left) {
  if (left.seconds < 1 && left.is_all_known) return "ends soon";
  return fmt::format("{}{} left", left.is_all_known ? "" : "at least ", duration_text(left.seconds));
}

/// Returns the pieces shown for a run that counts.
std::vector<std::string> counting(const ProgressBoard::RunProgress& progress) {
  std::vector<std::string> pieces;
  const double elapsed = ProgressBoard::seconds_counting(progress);
  const auto done = progress.units_done.load();
  const auto units = progress.units.load();
  const bool has_pace = elapsed > 0.5;
  if (const auto left = has_pace ? ProgressBoard::time_left(progress) : std::nullopt)
    pieces.push_back(left_text({*left}));
  if (const auto interim = progress.interim()) {
    pieces.push_back(estimate_text(interim->value, interim->standard_error));
  }
  // A sampling run without a limit of samples has more units than it will ever count.
  const bool has_end = units <= ProgressBoard::endless_units;
  const double share = progress.weight > 0 ? progress.weight_done / progress.weight : 0;
  if (has_end) pieces.push_back(fmt::format("{:.1f} %", 100 * share));
  pieces.push_back(has_end ? fmt::format("{} of {}", done, pluralise(units, "unit")) : pluralise(done, "unit"));
  if (has_pace) pieces.push_back(fmt::format("{:.3g}/s", static_cast<double>(done) / elapsed));
  return pieces;
}

void write_stderr(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressDisplay::ProgressDisplay(const Plan& plan, const ProgressBoard& board, ProgressStyle style)
    : plan_{plan}, board_{board}, style_{style}, is_end_printed_(board.size()) {
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

std::string ProgressDisplay::line(const Run& run, const ProgressBoard& board, std::size_t width) {
  const auto& progress = board.run(run.number);
  std::vector<std::string> pieces;
  switch (progress.phase.load()) {
    case ProgressBoard::Phase::waiting: pieces = {"waiting"}; break;
    case ProgressBoard::Phase::preparing: pieces = {"preparing"}; break;
    case ProgressBoard::Phase::ended: pieces = {"ended, " + pluralise(progress.units_done.load(), "unit")}; break;
    case ProgressBoard::Phase::counting: pieces = counting(progress); break;
  }
  const std::string text = fitted(pieces, width, min_name_width + 1);
  const std::size_t room = std::min(max_name_width, std::max<std::size_t>(width, text.size() + 2) - text.size() - 2);
  return fmt::format("{:<{}} {}", short_name(run, room), room, text);
}

std::string ProgressDisplay::last_line(const ProgressBoard& board, std::size_t width) {
  std::size_t ended = 0;
  std::size_t waiting = 0;
  for (std::size_t run = 0; run < board.size(); ++run) {
    const auto phase = board.run(run).phase.load();
    ended += phase == ProgressBoard::Phase::ended ? 1 : 0;
    waiting += phase == ProgressBoard::Phase::waiting ? 1 : 0;
  }
  std::vector<std::string> pieces{fmt::format("{} of {} ended", ended, pluralise(board.size(), "run"))};
  if (const auto left = board.time_left(); left.seconds > 0) pieces.push_back(left_text(left));
  if (waiting > 0) pieces.push_back(fmt::format("{} waiting", waiting));
  return fitted(pieces, width, 0);
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
  for (const auto& run : plan_.runs) {
    const auto& progress = board_.run(run.number);
    const auto phase = progress.phase.load();
    const bool is_in_play = phase == ProgressBoard::Phase::preparing || phase == ProgressBoard::Phase::counting;
    if (is_in_play && lines.size() < max_lines) lines.push_back(line(run, board_, width));
  }
  lines.push_back(last_line(board_, width));
  std::string text = drawn_lines_ > 0 ? fmt::format("\x1b[{}A\r\x1b[J", drawn_lines_) : "";
  for (const auto& line : lines) text += line + "\n";
  drawn_lines_ = lines.size();
  write_stderr(text);
}

void ProgressDisplay::clear_terminal() {
  if (drawn_lines_ > 0) write_stderr(fmt::format("\x1b[{}A\r\x1b[J", drawn_lines_));
}

void ProgressDisplay::print_lines(bool is_due) {
  for (const auto& run : plan_.runs) {
    const auto& progress = board_.run(run.number);
    const auto phase = progress.phase.load();
    const bool has_ended = phase == ProgressBoard::Phase::ended && !is_end_printed_[run.number];
    const bool is_counting = phase == ProgressBoard::Phase::counting && is_due;
    if (!has_ended && !is_counting) continue;
    is_end_printed_[run.number] = has_ended;
    write_stderr(line(run, board_, wide) + "\n");
  }
  if (is_due) write_stderr(last_line(board_, wide) + "\n");
}

ProgressNote::ProgressNote(std::function<std::string()> text, bool is_quiet) {
  if (is_quiet) return;
  thread_ = std::jthread{[text = std::move(text)](const std::stop_token& done) {
    std::mutex mutex;
    std::condition_variable_any pause;
    std::unique_lock lock{mutex};
    const auto start = std::chrono::steady_clock::now();
    for (auto due = start + first_note;; due += line_interval) {
      if (pause.wait_until(lock, done, due, [&] { return done.stop_requested(); })) return;
      const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
      write_stderr(printable(fmt::format("{} ({} so far)", text(), duration_text(elapsed.count()))) + "\n");
    }
  }};
}

ProgressStyle choose_progress_style(bool quiet) {
  if (quiet) return ProgressStyle::none;
  const char* const terminal = std::getenv("TERM");
  const bool can_draw = isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::string_view{terminal} != "dumb";
  return can_draw ? ProgressStyle::terminal : ProgressStyle::lines;
}

}  // namespace gridcensus::host
