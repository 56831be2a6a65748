#include "app/results_source.hpp"

#include "app/output_file.hpp"
#include "host/base/errors.hpp"
#include "host/ledger/contents.hpp"
#include "host/report/ledger_documents.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

namespace gridcensus::app {

namespace {

/// Whether the file begins as a SQLite file does. One that cannot be read is none; whoever opens it next says why.
bool is_ledger(const std::string& file) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), '\0');
  std::ifstream{file, std::ios::binary}.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == magic;
}

}  // namespace

std::vector<host::ResultsDocument> open_results(const std::string& file) {
  std::vector<host::ResultsDocument> documents;
  if (!is_ledger(file)) {
    documents.push_back(host::read_results_file(file));
    return documents;
  }
  documents = host::ledger_documents(host::read_ledger(file));
  if (documents.empty()) throw host::BadInput{host::on_command_line(file, "the ledger holds no run yet")};
  return documents;
}

std::vector<host::ResultsDocument> open_all_results(const std::vector<std::string>& files) {
  std::vector<host::ResultsDocument> all;
  for (const auto& file : files) std::ranges::move(open_results(file), std::back_inserter(all));
  return all;
}

void refuse_input(const std::string& option, const std::optional<std::string>& output,
                  const std::vector<std::string>& files) {
  if (!output || names_stdout(*output)) return;
  std::error_code ignored;
  for (const auto& file : files) {
    if (!std::filesystem::equivalent(*output, file, ignored)) continue;
    throw host::BadInput{host::on_command_line(option, *output + " is read from; name another file")};
  }
}

}  // namespace gridcensus::app
