// Has code of another strategy, and some of its own that nobody may take for the strategy's whose name begins like it.
namespace gridcensus::enumeration {
int count();
int count() { return 288; }
}  // namespace gridcensus::enumeration

namespace gridcensus::ksp_of_its_own {
int count();
int count() { return 288; }
}  // namespace gridcensus::ksp_of_its_own
