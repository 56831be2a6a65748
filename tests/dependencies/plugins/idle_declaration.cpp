// Declares two libraries, with long names and quantities, and uses neither.
extern "C" {
extern const char gridcensus_mathematics[];
const char gridcensus_mathematics[] = "band_recursion symmetric_grids_bound=essentially_different,grids";
}
