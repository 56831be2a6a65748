#include "host/base/errors.hpp"
#include "host/base/json.hpp"
#include "host/base/limits.hpp"
#include "host/base/text.hpp"
#include "host/fields/reader.hpp"
#include "host/results/document_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <variant>

namespace gridcensus::host {

namespace {

/// The oldest format that can be read.
constexpr int oldest_format = 7;
constexpr auto expected_document = "; expected a ledger or a document that --json wrote";

BadInput not_a_document(const std::string& origin, const std::string& place, const std::string& what) {
  return BadInput{
      Diagnostic{.where = {.file = origin}, .path = place, .message = what + expected_document, .nearest = {}}};
}

void check_format(const Json& json) {
  if (!json.is_object() || !json.contains("format_version")) throw std::runtime_error{"it has no format_version"};
  const Json& format = json.at("format_version");
  if (!format.is_number_integer() || format < oldest_format || format > document_format) {
    throw std::runtime_error{fmt::format("it has format_version {}, and this program reads {} to {}", format.dump(),
                                         oldest_format, document_format)};
  }
}

/// @throws WrongForm  a value names an outcome or a problem that the document lacks.
void check_values(const ResultsDocument& document) {
  for (std::size_t i = 0; i < document.values.size(); ++i) {
    const auto& value = document.values[i];
    const auto check = [i](const std::vector<std::uint64_t>& places, std::size_t size, const char* name) {
      if (places.empty() || std::ranges::max(places) >= size)
        throw WrongForm{fmt::format("{}: expected positions below {}", name, size), fmt::format("values[{}]", i)};
    };
    check(value.outcomes, document.outcomes.size(), "outcomes");
    check(value.problems, document.problems.size(), "problems");
  }
}

/// Returns the text of a regular file that is not too large.
std::string text_of_file(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& what) {
    return BadInput{Diagnostic{{.file = file.string()}, "", what + expected_document, {}}};
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw refuse(error ? "cannot be read" : "is not a regular file");
  std::ifstream in{file, std::ios::binary};
  // Does not trust the size that the file claims: files of /proc claim 0.
  std::string text;
  std::array<char, 65536> buffer{};
  while (in && text.size() <= max_json_document_bytes) {
    in.read(buffer.data(), buffer.size());
    text.append(buffer.data(), static_cast<std::size_t>(in.gcount()));
    // Of a large file that is something else, the beginning is enough.
    if (const auto begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
        begin == std::string::npos || text[begin] != '{') {
      return text.substr(0, buffer.size());
    }
  }
  if (!in.eof() && text.size() <= max_json_document_bytes) throw refuse("cannot be read");
  if (text.size() > max_json_document_bytes) throw refuse("is larger than " + bytes_text(max_json_document_bytes));
  return text;
}

template <class Value>
Value read_as(const Json& json) {
  Value value;
  encoding::Reader<Json>::read({json, {}}, value);
  return value;
}

}  // namespace

Problem problem_from(const Json& json) { return read_as<Problem>(json); }

Outcome outcome_from(const Json& json) { return read_as<Outcome>(json); }

FindingValue finding_value_from(const Json& json) { return read_as<FindingValue>(json); }

ResultsDocument read_results_document(const Json& json, const std::string& origin) {
  ResultsDocument document;
  document.origin = origin;
  try {
    check_format(json);
    encoding::Reader reader{json};
    fields(reader, document);
    document.build_index();
    check_values(document);
  } catch (const WrongForm& error) {
    throw not_a_document(origin, error.place, error.message);
  } catch (const std::exception& error) {
    throw not_a_document(origin, "", message_of(error));
  }
  return document;
}

ResultsDocument read_results_file(const std::filesystem::path& file) {
  const std::string text = text_of_file(file);
  try {
    return read_results_document(parse_json(text), file.string());
  } catch (const InvalidJson& error) {
    throw BadInput{Diagnostic{.where = {.file = file.string(), .line = error.line, .column = error.column},
                              .path = "",
                              .message = error.what() + std::string{expected_document},
                              .nearest = {}}};
  }
}

}  // namespace gridcensus::host
