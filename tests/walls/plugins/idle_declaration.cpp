// Declares two libraries, long names and quantities included, and uses neither.
extern "C" {
extern const char gridcensus_mathematics[];
const char gridcensus_mathematics[] = "band_recursion symmetric_grids_bound=essentially_different,grids";
}
