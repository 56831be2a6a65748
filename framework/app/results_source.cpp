#include "app/results_source.hpp"

#include <utility>

namespace gridcensus::app {

std::vector<host::ResultsDocument> open_results(const std::string& file) {
  std::vector<host::ResultsDocument> documents;
  documents.push_back(host::read_results_file(file));
  return documents;
}

}  // namespace gridcensus::app
