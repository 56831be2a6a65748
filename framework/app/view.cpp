#include "app/view.hpp"

#include "host/report/views.hpp"

namespace gridcensus::app {

std::string view_of(const host::ResultsDocument& document, const Arguments& arguments) {
  const auto colour = is_colour_wanted() ? host::Colour::on : host::Colour::off;
  if (arguments.has("findings")) return host::findings_listing(document, answer_width(), colour);
  return host::verdict_screen(document, answer_width(), colour,
                              arguments.has("full") ? host::Extent::full : host::Extent::brief);
}

}  // namespace gridcensus::app
