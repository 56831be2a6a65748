// A library that is not a plugin.
extern "C" __attribute__((visibility("default"))) int unrelated();
extern "C" int unrelated() { return 1; }
