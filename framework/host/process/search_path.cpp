#include "host/process/search_path.hpp"

#include <cstdlib>
#include <system_error>
#include <unistd.h>

namespace gridcensus::host {

namespace {

using Path = std::filesystem::path;

}  // namespace

std::vector<Path> search_path() {
  const char* const value = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
  std::string rest = value == nullptr ? "/usr/local/bin:/usr/bin:/bin" : value;
  std::vector<Path> folders;
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    if (const Path folder = rest.substr(0, colon); folder.is_absolute()) folders.push_back(folder);
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  return folders;
}

bool is_executable(const Path& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0;
}

Path find_program(const std::string& name) {
  for (const Path& folder : search_path()) {
    if (is_executable(folder / name)) return folder / name;
  }
  return {};
}

}  // namespace gridcensus::host
