#pragma once

#include "host/base/json.hpp"
#include "host/document/form.hpp"

namespace gridcensus::host {

/// A form as JSON Schema (draft-07).
struct FormSchema {
  Json body;         ///< of the form itself
  Json definitions;  ///< of the variants of its dictionaries, by name; `body` refers to them as #/definitions/NAME
};

FormSchema schema_of(const Form& form);

}  // namespace gridcensus::host
