#include "host/fields/schema.hpp"
#include "host/results/document_fields.hpp"

#include <utility>

namespace gridcensus::host {

Json results_schema() {
  Json definitions = Json::object();
  encoding::Schema schema{definitions};
  const ResultsDocument document;
  fields(schema, document);
  Json json{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Results of gridcensus"}};
  json.update(schema.object(encoding::naming<ResultsDocument>.description));
  json["definitions"] = std::move(definitions);
  return json;
}

}  // namespace gridcensus::host
