#include "host/base/errors.hpp"

#include "host/base/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>

namespace gridcensus::host {

namespace {

constexpr std::size_t max_edits = 2;
/// The shortest text that is completed to a known name [bytes].
constexpr std::size_t min_beginning = 3;
constexpr std::size_t max_diagnostics = 100;

/// Returns the number of edits (insert, delete, replace, swap of neighbours) that turn one text into the other.
///
/// @source  Optimal string alignment: the Damerau-Levenshtein distance in which no part is edited twice.
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before_last(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> current(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (is_swap) current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, current);
  }
  return last[right.size()];
}

std::string one_per_line(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const auto& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += to_string(diagnostic);
  }
  return text;
}

void append_escaped(std::string& text, const char* format, unsigned code) {
  std::array<char, 16> buffer{};
  // The format is one of the two below; std::format is not in this standard library yet.
  const int length = std::snprintf(buffer.data(), buffer.size(), format, code);
  text.append(buffer.data(), static_cast<std::size_t>(length));
}

}  // namespace

std::string to_string(const Location& where) {
  std::string text = where.file;
  if (where.line > 0) text += ":" + std::to_string(where.line);
  if (where.line > 0 && where.column > 0) text += ":" + std::to_string(where.column);
  return text;
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = printable(to_string(diagnostic.where));
  if (!text.empty()) text += ": ";
  // The command line has no file in which to follow the path, but an option that was typed.
  const std::string& place = diagnostic.where.option.empty() ? diagnostic.path : diagnostic.where.option;
  if (!place.empty()) text += printable(place) + ": ";
  std::string message = printable(diagnostic.message);
  if (diagnostic.nearest) {
    // Before the known names, which may be many.
    const auto list = std::min(message.find("; known"), message.find("; expected one of: "));
    message.insert(std::min(list, message.size()), " (did you mean " + printable(*diagnostic.nearest) + "?)");
  }
  return text + message;
}

BadInput::BadInput(std::vector<Diagnostic> diagnostics)
    : std::runtime_error{one_per_line(diagnostics)}, diagnostics_{std::move(diagnostics)} {}

BadInput::BadInput(const Diagnostic& diagnostic) : BadInput{std::vector<Diagnostic>(1, diagnostic)} {}

BadInput::BadInput(const std::string& message) : BadInput{on_command_line("", message)} {}

void throw_if_any(std::vector<Diagnostic> diagnostics) {
  if (diagnostics.empty()) return;
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& diagnostic) {
    return std::tuple{diagnostic.where.line, diagnostic.where.column};
  });
  if (diagnostics.size() > max_diagnostics) {
    const auto more = diagnostics.size() - max_diagnostics;
    const Location file{diagnostics.front().where.file, 0, 0};
    diagnostics.resize(max_diagnostics);
    diagnostics.push_back({file, "", "and " + std::to_string(more) + " more mistakes", std::nullopt});
  }
  throw BadInput{std::move(diagnostics)};
}

Location at_option(std::string option) {
  return {.file = "command line", .line = 0, .column = 0, .option = std::move(option)};
}

Diagnostic on_command_line(std::string option, std::string message, std::optional<std::string> nearest) {
  return {
      .where = at_option(std::move(option)), .path = {}, .message = std::move(message), .nearest = std::move(nearest)};
}

std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> known) {
  std::optional<std::string> nearest;
  std::size_t least = max_edits + 1;
  for (const auto& candidate : known) {
    const std::size_t shorter = std::min(name.size(), candidate.size());
    const std::size_t longer = std::max(name.size(), candidate.size());
    if (longer - shorter > max_edits) continue;
    const std::size_t distance = edit_distance(name, candidate);
    // As many edits as letters would turn any name into any other, so that is not a likeness.
    if (distance < least && distance < shorter) {
      least = distance;
      nearest = candidate;
    }
  }
  if (nearest || name.size() < min_beginning) return nearest;
  // A name that was cut short, if it can be only one.
  const auto begins = [&](const std::string& candidate) { return candidate.starts_with(name); };
  if (std::ranges::count_if(known, begins) == 1) nearest = *std::ranges::find_if(known, begins);
  return nearest;
}

bool is_snake_case(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&](char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !name.empty() && is_lower(name.front()) && name.back() != '_' && std::ranges::all_of(name, fits);
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const auto [code, bytes] = first_utf8_character(text);
    if (bytes == 0) {
      append_escaped(safe, "\\x%02x", static_cast<unsigned char>(text.front()));
    } else if (code == '\n') {
      safe += "\\n";
    } else if (code == '\t') {
      safe += "\\t";
    } else if (is_control(code)) {
      append_escaped(safe, code < 0x80 ? "\\x%02x" : "\\u%04x", static_cast<unsigned>(code));
    } else {
      safe += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return safe;
}

}  // namespace gridcensus::host
