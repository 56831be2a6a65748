#include "support/places.hpp"

namespace gridcensus::testing {

using std::filesystem::path;

path source_folder() { return SOURCE_FOLDER; }
path build_folder() { return BUILD_FOLDER; }

path data_folder() { return source_folder() / "framework/data"; }
path golden_screens_folder() { return source_folder() / "tests/golden/screens"; }
path bad_experiments_folder() { return source_folder() / "tests/faults/experiments"; }

path program_file() { return build_folder() / "bin/gridcensus"; }
path plugin_folder() { return build_folder() / PLUGIN_FOLDER; }
path plugin_file(const std::string& id) { return plugin_folder() / (id + ".so"); }

path fault_folder(const std::string& name) { return build_folder() / "tests/faults" / name; }
path fault_file(const std::string& name) { return fault_folder(name) / (name + ".so"); }

}  // namespace gridcensus::testing
