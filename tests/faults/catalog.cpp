#include "host/catalog/catalog.hpp"

#include "host/base/sha256.hpp"
#include "support/catalogs.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace gridcensus::host {
namespace {

using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::fault_file;
using gridcensus::testing::fault_folder;
using gridcensus::testing::load_catalog;

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace fs = std::filesystem;

Catalog load_folders(const std::vector<fs::path>& folders, double probe_seconds = 10) {
  CatalogOptions options;
  options.directories = folders;
  options.probe_seconds = probe_seconds;
  return load_catalog(options);
}

Catalog load(const std::string& name, double probe_seconds = 10) {
  return load_folders({fault_folder(name)}, probe_seconds);
}

/// Returns why the plugin of that name is refused; empty, with a test failure, if it is not.
std::string refusal_of(const std::string& name, double probe_seconds = 10) {
  const Catalog catalog = load(name, probe_seconds);
  EXPECT_THAT(catalog.ids(), IsEmpty());
  if (catalog.refusals().size() != 1) {
    ADD_FAILURE() << name << " gives " << catalog.refusals().size() << " refusals";
    return {};
  }
  EXPECT_EQ(catalog.refusals()[0].file, fs::canonical(fault_file(name)));
  return catalog.refusals()[0].reason;
}

// ----------------------------------------------------------------------------------------------------- refused plugins

TEST(BadPlugin, IsRefusedForAnotherInterfaceWithBothNumbers) {
  const std::string own = "gridcensus " GRIDCENSUS_VERSION;
  EXPECT_EQ(refusal_of("old_api"), "it was built against interface 0, but this is " + own +
                                       " (interface " GRIDCENSUS_TEXT(GRIDCENSUS_API) "); rebuild it with this one");
  EXPECT_EQ(refusal_of("future_api"),
            "it was built against " + own + " (interface 99), but this is " + own +
                " (interface " GRIDCENSUS_TEXT(GRIDCENSUS_API) "); use that gridcensus, or rebuild it with this one");
}

TEST(BadPlugin, IsRefusedForANewerReleaseWithBothReleases) {
  EXPECT_EQ(refusal_of("newer_release"),
            "it was built against gridcensus 99.0.0 (interface " GRIDCENSUS_TEXT(
                GRIDCENSUS_API) "), which is newer than this gridcensus " GRIDCENSUS_VERSION
                                " (interface " GRIDCENSUS_TEXT(
                                    GRIDCENSUS_API) "); use that gridcensus, or rebuild it with this one");
}

TEST(Catalog, AcceptsPluginsOfOlderReleases) {
  const Catalog catalog = load_folders({fault_folder("older_release")});
  ASSERT_NE(catalog.find("older_release"), nullptr);
  EXPECT_EQ(catalog.find("older_release")->built_against,
            "gridcensus 0.0.9 (interface " GRIDCENSUS_TEXT(GRIDCENSUS_API) ")");
}

TEST(BadPlugin, IsRefusedForAnotherDescriptor) {
  EXPECT_THAT(refusal_of("wrong_magic"), AllOf(HasSubstr("'somebody.else'"), HasSubstr("'gridcensus.plug'")));
  EXPECT_THAT(refusal_of("short_descriptor"), AllOf(HasSubstr("24 bytes"), HasSubstr("at least 72")));
}

TEST(BadPlugin, IsRefusedForAForeignBuildWithBothTags) {
  EXPECT_THAT(refusal_of("foreign_build_tag"), AllOf(HasSubstr("gcc 4.8.5"), HasSubstr(GRIDCENSUS_TOOLCHAIN)));
}

TEST(BadPlugin, IsRefusedForAnUnknownCpu) {
  EXPECT_THAT(refusal_of("needs_missing_cpu"), HasSubstr("unknown CPU feature (bit 31)"));
}

TEST(BadPlugin, IsRefusedWithoutItsSymbol) {
  EXPECT_THAT(refusal_of("no_symbol"),
              AllOf(HasSubstr("no symbol 'gridcensus_plugin'"), HasSubstr("GRIDCENSUS_PLUGIN")));
}

TEST(BadPlugin, IsRefusedWithTheNameOfAnUnresolvedSymbol) {
  EXPECT_THAT(refusal_of("unresolved_symbol"), HasSubstr("undefined symbol: gridcensus_function_of_nobody"));
}

TEST(BadPlugin, IsRefusedIfItCrashesWhileItLoads) {
  EXPECT_EQ(refusal_of("crash_on_load"), "a probe process ended with SIGSEGV while loading it");
}

TEST(BadPlugin, IsRefusedIfItHangsWhileItLoads) {
  EXPECT_EQ(refusal_of("hang_on_load", 0.3), "a probe process did not end within 0.3 s while loading it");
}

TEST(BadPlugin, IsRefusedIfItExitsWhileItLoads) {
  EXPECT_EQ(refusal_of("exit_on_load"), "a probe process ended with exit code 0 before it had read the plugin");
}

TEST(BadPlugin, IsRefusedWithTheMessageThatItThrows) {
  EXPECT_EQ(refusal_of("throwing_entry"), "its entry function threw: no words for itself");
}

TEST(BadPlugin, IsRefusedForAFaultyDeclaration) {
  EXPECT_THAT(refusal_of("reserved_parameter"), HasSubstr("'budget'"));
  EXPECT_THAT(refusal_of("bad_default"), AllOf(HasSubstr("'max_side'"), HasSubstr("'100'"), HasSubstr("from 2 to 9")));
}

TEST(BadPlugin, IsRefusedForADuplicateIdLikeTheOther) {
  const Catalog catalog = load_folders({fault_folder("twin_a"), fault_folder("sound"), fault_folder("twin_b")});
  EXPECT_THAT(catalog.ids(), ElementsAre("sound"));
  ASSERT_EQ(catalog.refusals().size(), 2U);
  EXPECT_EQ(catalog.refusals()[0].reason, "its id 'twin' is also the id of " + fault_file("twin_b").string());
  EXPECT_EQ(catalog.refusals()[1].reason, "its id 'twin' is also the id of " + fault_file("twin_a").string());
}

TEST(BadPlugin, DoesNotPreventLoadingOthers) {
  const Catalog catalog = load_folders(
      {fault_folder("crash_on_load"), fault_folder("future_api"), fault_folder("sound"), fault_folder("sampler")});
  EXPECT_THAT(catalog.ids(), ElementsAre("sampler", "sound"));
  EXPECT_EQ(catalog.refusals().size(), 2U);
}

TEST(BadPlugin, IsReportedInOrderOfNames) {
  const TemporaryFolder folder;
  for (const char* const name : {"c.so", "a.so", "b.so"}) std::ofstream{folder.path() / name} << "no library";
  const Catalog catalog = load_folders({folder.path()});
  ASSERT_EQ(catalog.refusals().size(), 3U);
  EXPECT_EQ(catalog.refusals()[0].file.filename(), "a.so");
  EXPECT_EQ(catalog.refusals()[2].file.filename(), "c.so");
  EXPECT_THAT(catalog.refusals()[0].reason, HasSubstr("cannot be loaded"));
}

// ---------------------------------------------------------------------------------------- files that are not libraries

TEST(OddFile, IsRefusedWithoutBeingOpened) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "folder.so");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe.so").c_str(), 0600), 0);
  fs::create_symlink("nowhere", folder.path() / "dangling.so");
  fs::create_symlink("loop.so", folder.path() / "loop.so");
  std::ofstream{folder.path() / "empty.so"}.close();
  std::ofstream{folder.path() / "notes.txt"} << "not a plugin, and not looked at";
  const Catalog catalog = load_folders({folder.path()});
  ASSERT_EQ(catalog.refusals().size(), 5U);
  EXPECT_THAT(catalog.refusals()[0].reason, HasSubstr("cannot be found"));   // dangling
  EXPECT_THAT(catalog.refusals()[1].reason, HasSubstr("cannot be loaded"));  // empty
  EXPECT_EQ(catalog.refusals()[2].reason, "it is not a regular file");
  EXPECT_THAT(catalog.refusals()[3].reason, HasSubstr("cannot be found"));  // loop
  EXPECT_EQ(catalog.refusals()[4].reason, "it is not a regular file");
}

TEST(PluginFile, IsComparedWithTheHashOfItsBuild) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "sound.so";
  const auto word = folder.path() / "sound.so.sha256";
  fs::copy_file(fault_file("sound"), file);
  EXPECT_THAT(load_folders({folder.path()}).ids(), ElementsAre("sound")) << "an author's, of which no word is left";
  std::ofstream{word} << sha256_of_file(file) << "  sound.so\n";
  EXPECT_THAT(load_folders({folder.path()}).ids(), ElementsAre("sound"));
  // A byte at the end, which nothing reads, so no probe could detect it.
  std::ofstream{file, std::ios::app} << 'x';
  const Catalog damaged = load_folders({folder.path()});
  ASSERT_EQ(damaged.refusals().size(), 1U);
  EXPECT_THAT(damaged.refusals()[0].reason, HasSubstr("it has changed since it was built"));
  EXPECT_THAT(damaged.refusals()[0].reason, HasSubstr(sha256_of_file(file)));
  EXPECT_THAT(damaged.ids(), IsEmpty());
  std::ofstream{word} << "";
  EXPECT_THAT(load_folders({folder.path()}).refusals()[0].reason, HasSubstr("sound.so.sha256 has none"));
}

// ---------------------------------------------------------------------------------------------------- accepted plugins

TEST(SoundPlugin, IsLoadedWithItsDeclarationsAndItsHash) {
  const Catalog catalog = load("slow_units");
  EXPECT_THAT(catalog.refusals(), IsEmpty());
  const Plugin* const plugin = catalog.find("slow_units");
  ASSERT_NE(plugin, nullptr);
  EXPECT_EQ(plugin->file, fs::canonical(fault_file("slow_units")));
  EXPECT_EQ(plugin->sha256, sha256_of_file(fault_file("slow_units")));
  ASSERT_EQ(plugin->parameters.size(), 2U);
  EXPECT_EQ(plugin->parameters[0].name, "unit_ms");
  EXPECT_NE(plugin->create(with_defaults(plugin->parameters, {})), nullptr);
}

TEST(SoundPlugin, IsOnePluginIfFoundInTwoWays) {
  const TemporaryFolder folder;
  fs::create_symlink(fault_file("sound"), folder.path() / "other_name.so");
  const Catalog catalog = load_folders({folder.path(), fault_folder("sound"), fault_folder("sound")});
  EXPECT_THAT(catalog.ids(), ElementsAre("sound"));
  EXPECT_THAT(catalog.refusals(), IsEmpty());
}

TEST(SoundPlugin, LoadsAgainInOneProcess) {
  EXPECT_EQ(load("sound").find("sound")->entry, load("sound").find("sound")->entry);
}

// --------------------------------------------------------------------------------------------------------- on demand

Catalog on_demand(const std::vector<fs::path>& folders) {
  CatalogOptions options;
  options.on_demand = folders;
  return Catalog{options};
}

TEST(OnDemand, OpensOnlyRequestedPlugins) {
  Catalog catalog = on_demand({fault_folder("sound"), fault_folder("slow_units"), fault_folder("crash_on_load")});
  EXPECT_THAT(catalog.ids(), IsEmpty());
  catalog.open({"sound"});
  EXPECT_THAT(catalog.ids(), ElementsAre("sound"));
  EXPECT_THAT(catalog.refusals(), IsEmpty());
  const Plugin* const sound = catalog.find("sound");
  catalog.open({"slow_units", "sound"});
  EXPECT_THAT(catalog.ids(), ElementsAre("slow_units", "sound"));
  EXPECT_EQ(catalog.find("sound"), sound) << "what is open stays where it is";
  catalog.open_all();
  EXPECT_THAT(catalog.ids(), ElementsAre("slow_units", "sound"));
  ASSERT_EQ(catalog.refusals().size(), 1U);
  EXPECT_THAT(catalog.refusals()[0].file.string(), HasSubstr("crash_on_load"));
}

TEST(OnDemand, ChecksAPluginLikeAnyOther) {
  Catalog catalog = on_demand({fault_folder("foreign_build_tag"), fault_folder("sound")});
  catalog.open({"foreign_build_tag"});
  ASSERT_EQ(catalog.refusals().size(), 1U);
  EXPECT_THAT(catalog.refusals()[0].reason, HasSubstr("it was built with"));
}

TEST(OnDemand, OpensAllForAnUnknownName) {
  Catalog catalog = on_demand({fault_folder("sound"), fault_folder("slow_units")});
  catalog.open({"sounds"});
  EXPECT_THAT(catalog.ids(), ElementsAre("slow_units", "sound")) << "to tell which there are";
}

TEST(OnDemand, FindsAFileThatIsNotNamedAfterItsStrategy) {
  const TemporaryFolder folder;
  fs::copy_file(fault_file("sound"), folder.path() / "other_name.so");
  Catalog catalog = on_demand({folder.path()});
  catalog.open({"sound"});
  EXPECT_THAT(catalog.ids(), ElementsAre("sound"));
}

TEST(OnDemand, OpensAllPluginsOfFoldersThatTheUserNames) {
  CatalogOptions options;
  options.directories = {fault_folder("slow_units")};
  options.on_demand = {fault_folder("sound"), fault_folder("faulty")};
  Catalog catalog{options};
  catalog.open({"sound"});
  EXPECT_THAT(catalog.ids(), ElementsAre("slow_units", "sound"));
}

TEST(OnDemand, RefusesTheIdOfAnOpenPlugin) {
  const TemporaryFolder folder;
  fs::copy_file(fault_file("sound"), folder.path() / "impostor.so");
  Catalog catalog = on_demand({fault_folder("sound"), folder.path()});
  catalog.open({"sound"});
  const Plugin* const sound = catalog.find("sound");
  catalog.open_all();
  EXPECT_EQ(catalog.find("sound"), sound);
  ASSERT_EQ(catalog.refusals().size(), 1U);
  EXPECT_THAT(catalog.refusals()[0].reason, HasSubstr("its id 'sound' is also the id of"));
}

// --------------------------------------------------------------------------------------------------------- permissions

/// A copy of the sound plugin in a folder whose permissions a test may change.
class Permissions : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(plugins());
    fs::copy_file(fault_file("sound"), file());
    allow(plugins(), 0755);
    allow(file(), 0644);
  }
  fs::path plugins() const { return folder_.path() / "plugins"; }
  fs::path file() const { return plugins() / "sound.so"; }
  static void allow(const fs::path& path, unsigned mode) { fs::permissions(path, fs::perms{mode}); }

  /// Returns an empty text if the plugin is accepted.
  std::string reason(bool allow_insecure = false) const {
    CatalogOptions options;
    options.directories = {plugins()};
    options.allow_insecure = allow_insecure;
    const Catalog catalog = load_catalog(options);
    return catalog.refusals().empty() ? "" : catalog.refusals()[0].reason;
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(Permissions, AreAcceptedInAnOrdinaryClone) {
  EXPECT_EQ(reason(), "");  // umask 022
  allow(plugins(), 0775);   // umask 002, as Debian gives a user with a group of their own
  allow(file(), 0775);
  EXPECT_EQ(reason(), "");
  allow(plugins(), 0700);
  allow(file(), 0600);
  EXPECT_EQ(reason(), "");
}

TEST_F(Permissions, AreRefusedIfEveryoneMayWriteTheFile) {
  allow(file(), 0666);
  EXPECT_THAT(reason(), AllOf(HasSubstr("the file can be written by everybody"), HasSubstr("mode 0666")));
  EXPECT_EQ(reason(true), "") << "the user said so";
}

TEST_F(Permissions, AreRefusedIfEveryoneMayWriteTheFolder) {
  allow(plugins(), 0777);
  EXPECT_THAT(reason(), HasSubstr("its folder " + plugins().string() + " can be written by everybody"));
  allow(plugins(), 01777);  // others could still add plugins next to ours
  EXPECT_THAT(reason(), HasSubstr("can be written by everybody"));
}

TEST_F(Permissions, AreRefusedIfEveryoneMayReplaceAFolderAbove) {
  allow(plugins().parent_path(), 0777);
  EXPECT_THAT(reason(), HasSubstr(plugins().parent_path().string() + " above it can be written by everybody"));
  allow(plugins().parent_path(), 01777);  // as /tmp: no other user can rename our files
  EXPECT_EQ(reason(), "");
}

TEST_F(Permissions, IncludeTheOwnerOfAFolderAbove) {
  static constexpr uid_t foreign = 54321;
  const fs::path above = plugins().parent_path();
  if (::chown(above.c_str(), foreign, static_cast<gid_t>(-1)) != 0) GTEST_SKIP() << "needs root to give a folder away";
  EXPECT_THAT(reason(), HasSubstr("the folder " + above.string() + " above it belongs to user 54321"));
  allow(above, 01777);  // its owner may rename its entries all the same
  EXPECT_THAT(reason(), HasSubstr("belongs to user 54321"));
  EXPECT_EQ(::chown(above.c_str(), ::geteuid(), foreign), 0);
  allow(above, 0775);
  EXPECT_THAT(reason(), HasSubstr(above.string() + " above it can be written by group 54321"));
  allow(above, 0755);
  EXPECT_EQ(reason(), "");
}

TEST_F(Permissions, AreRefusedIfAForeignGroupMayWrite) {
  static constexpr gid_t foreign = 54321;
  if (::chown(file().c_str(), static_cast<uid_t>(-1), foreign) != 0) GTEST_SKIP() << "needs root to give a file away";
  allow(file(), 0664);
  EXPECT_THAT(reason(), HasSubstr("can be written by group 54321"));
  allow(file(), 0644);
  EXPECT_EQ(reason(), "");
}

TEST_F(Permissions, AreRefusedForAForeignOwner) {
  static constexpr uid_t foreign = 54321;
  if (::chown(file().c_str(), foreign, static_cast<gid_t>(-1)) != 0) GTEST_SKIP() << "needs root to give a file away";
  EXPECT_THAT(reason(), HasSubstr("belongs to user 54321"));
}

TEST_F(Permissions, AreCheckedBehindASymbolicLink) {
  allow(file(), 0666);
  const TemporaryFolder other;
  fs::create_symlink(file(), other.path() / "link.so");
  const Catalog catalog = load_folders({other.path()});
  ASSERT_EQ(catalog.refusals().size(), 1U);
  EXPECT_EQ(catalog.refusals()[0].file, file());
  EXPECT_THAT(catalog.refusals()[0].reason, HasSubstr("written by everybody"));
}

// ---------------------------------------------------------------------------------------------------------------
// probes

TEST(Probe, LeavesNoDescriptorsAndNoChildrenBehind) {
  const auto descriptors = [] { return std::distance(fs::directory_iterator{"/proc/self/fd"}, {}); };
  load("sound");  // the library itself, once
  const auto before = descriptors();
  for (const char* const name : {"sound", "crash_on_load", "exit_on_load", "future_api"}) load(name);
  load("hang_on_load", 0.1);
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
}

}  // namespace
}  // namespace gridcensus::host
