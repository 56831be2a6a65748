#include "host/catalog/catalog.hpp"

#include <gmock/gmock.h>

#include <string_view>

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view{argv[1]} == "probe-plugin") return gridcensus::host::probe_plugin(argv[2]);
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
