#include "app/results_source.hpp"

#include "app/output_file.hpp"
#include "host/base/errors.hpp"
#include "host/judge/evidence.hpp"
#include "host/judge/judge.hpp"
#include "host/ledger/contents.hpp"
#include "host/report/views.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace gridcensus::app {

bool is_database(const std::filesystem::path& file) {
  constexpr std::string_view magic = "SQLite format 3";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::string begin(magic.size(), '\0');
  std::ifstream{file, std::ios::binary}.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin == magic;
}

std::vector<host::ResultsDocument> open_results(const std::string& file) {
  std::vector<host::ResultsDocument> documents;
  if (!is_database(file)) {
    documents.push_back(host::read_results_file(file));
    host::add_missing_evidence(documents.back());
    return documents;
  }
  documents = host::ledger_documents(host::read_ledger(file));
  if (documents.empty()) throw host::BadInput{host::on_command_line(file, "the ledger has no runs yet")};
  return documents;
}

std::string view_of(const host::ResultsDocument& document, const Arguments& arguments) {
  const auto colour = is_colour_wanted() ? host::Colour::on : host::Colour::off;
  if (arguments.has("findings")) return host::findings_listing(document, answer_width(), colour);
  return host::verdict_screen(document, answer_width(), colour,
                              arguments.has("full") ? host::Extent::full : host::Extent::brief);
}

void refuse_same_file(const std::string& option, const std::filesystem::path& output,
                      const std::filesystem::path& input, const std::string& what) {
  std::error_code ignored;
  const auto place = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored);
  };
  if (place(output) != place(input) && !std::filesystem::equivalent(output, input, ignored)) return;
  throw host::BadInput{host::on_command_line(option, output.string() + " is " + what + "; choose another file")};
}

void refuse_input(const std::string& option, const std::optional<std::string>& output,
                  const std::vector<std::string>& files) {
  if (!output || names_stdout(*output)) return;
  for (const auto& file : files) refuse_same_file(option, *output, file, "read from");
}

}  // namespace gridcensus::app
