// The text that gridcensus_add_strategy() writes for a strategy that uses no shared mathematics that counts.
extern "C" {
extern const char gridcensus_mathematics[];
const char gridcensus_mathematics[] = "";
}
