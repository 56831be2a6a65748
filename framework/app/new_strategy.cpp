#include "app/command_line.hpp"
#include "host/base/errors.hpp"
#include "host/base/text.hpp"
#include "host/catalog/catalog.hpp"
#include "host/document/document.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace gridcensus::app {

namespace {

namespace fs = std::filesystem;

/// The language of a template.
enum class Made { plugin, python, program };

struct TemplateKind {
  std::string option;
  std::string folder;
  std::string what;
  Made made = Made::plugin;
};

const std::array<TemplateKind, 5>& kinds() {
  static const std::array<TemplateKind, 5> all{{
      {"exact", "exact", "an exact sum: bands of 3xC (the default)"},
      {"sampling", "sampling", "an estimate with its error: grids by random descents"},
      {"with-input", "with_input", "exact values of others as inputs: a bound of essentially different grids"},
      {"python", "python", "a script in Python: grids row by row", Made::python},
      {"program", "program", "a program of any language that prints a number: grids cell by cell, in C", Made::program},
  }};
  return all;
}

const TemplateKind& chosen_kind(const Arguments& arguments) {
  std::vector<const TemplateKind*> chosen;
  for (const auto& kind : kinds()) {
    if (arguments.has(kind.option)) chosen.push_back(&kind);
  }
  if (chosen.size() > 1) {
    throw host::BadInput{fmt::format("--{} and --{} contradict each other", chosen[0]->option, chosen[1]->option)};
  }
  return chosen.empty() ? kinds().front() : *chosen.front();
}

/// Returns the names that cannot be those of a namespace and a target of CMake.
constexpr const char* words_of_cpp =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char class clean co_await "
    "co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype "
    "default delete do double dynamic_cast else enum explicit export extern false final float for friend goto "
    "gridcensus help if inline install int linux long mathematics_test mutable namespace new noexcept not "
    "not_eq nullptr operator or or_eq override package private protected public register reinterpret_cast "
    "requires return short signed sizeof static static_assert static_cast std struct switch template test "
    "testing this thread_local throw true try typedef typeid typename union unix unsigned using virtual void "
    "volatile wchar_t while xor xor_eq";

/// Returns the names that cannot be those of a module of Python: keywords, and modules that it would hide.
constexpr const char* words_of_python =
    "abc aifc and argparse array as assert ast async asynchat asyncio asyncore atexit audioop await base64 "
    "bdb binascii bisect break builtins bz2 calendar case cgi cgitb chunk class cmath cmd code codecs codeop "
    "collections colorsys compileall concurrent configparser contextlib contextvars continue copy copyreg "
    "crypt csv ctypes curses dataclasses datetime dbm decimal def del difflib dis distutils doctest elif else "
    "email encodings ensurepip enum errno except faulthandler fcntl filecmp fileinput finally fnmatch for "
    "fractions from ftplib functools gc genericpath getopt getpass gettext glob global graphlib gridcensus "
    "grp gzip hashlib heapq hmac html http idlelib if imaplib imghdr imp import importlib in inspect io "
    "ipaddress is itertools json keyword lambda lib2to3 linecache locale logging lzma mailbox mailcap marshal "
    "match math mimetypes mmap modulefinder multiprocessing netrc nis nntplib nonlocal not ntpath nturl2path "
    "numbers opcode operator optparse or os pass pathlib pdb pickle pickletools pipes pkgutil platform "
    "plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat "
    "queue quopri raise random re readline reprlib resource return rlcompleter runpy sched secrets select "
    "selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver sqlite3 sre_compile "
    "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys "
    "sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter "
    "token tokenize tomllib trace traceback tracemalloc try tty turtle turtledemo types typing unicodedata "
    "unittest urllib uu uuid venv warnings wave weakref webbrowser while with wsgiref xdrlib xml xmlrpc yield "
    "zipapp zipfile zipimport zlib zoneinfo";

/// Returns why a strategy of this kind cannot have the name, or "" if it can.
std::string why_reserved(Made made, const std::string& name) {
  const auto has_name = [&](const char* words) {
    std::istringstream stream{words};
    return std::find(std::istream_iterator<std::string>{stream}, {}, name) != std::istream_iterator<std::string>{};
  };
  if (made == Made::plugin && has_name(words_of_cpp)) return name + " is a reserved word of C++ or CMake";
  if (made == Made::python && has_name(words_of_python)) return name + " is a keyword or a module of Python";
  if (name == "null") return name + " is not a name in YAML";
  return "";
}

void check_name(const Arguments& arguments, Made made, const std::string& name) {
  const auto refuse = [](const std::string& why) { return host::BadInput{host::on_command_line("NAME", why)}; };
  constexpr std::size_t max_length = 60;
  if (!host::is_snake_case(name) || name.find("__") != std::string::npos || name.size() > max_length) {
    throw refuse(
        fmt::format("{} is not snake_case, such as row_by_row; expected lower-case letters, digits and single "
                    "underscores, starting with a letter, at most {} characters",
                    host::printable(name), max_length));
  }
  if (const auto why = why_reserved(made, name); !why.empty()) throw refuse(why);
  auto catalog = open_catalog_with_refusals(arguments, host::Asking::nothing);
  if (catalog.find(name) != nullptr) {
    throw refuse(fmt::format("{} is already the id of {}; choose another name", name,
                             host::printable(catalog.find(name)->file.string())));
  }
}

/// "RowByRow" of row_by_row.
std::string class_name_of(const std::string& name) {
  std::string camel;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') camel += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = c == '_';
  }
  return camel;
}

struct NewFile {
  std::string name;
  std::string text;
};

std::vector<NewFile> files_of(const TemplateKind& kind, const std::string& name) {
  const fs::path folder = host::data_file("templates") / kind.folder;
  std::vector<NewFile> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator{folder, error}) {
    std::string text = host::read_text_file(entry.path());
    boost::replace_all(text, "new_strategy", name);
    boost::replace_all(text, "NewStrategy", class_name_of(name));
    std::string file = entry.path().filename().string();
    boost::replace_all(file, "new_strategy", name);
    files.push_back({std::move(file), std::move(text)});
  }
  if (files.empty()) {
    throw host::BadInput{fmt::format("the templates in {} are missing; install gridcensus again", folder.string())};
  }
  std::ranges::sort(files, {}, &NewFile::name);
  return files;
}

/// Writes all files into a new folder, or leaves nothing behind.
///
/// @throws BadInput      the folder exists already, or its parent does not.
/// @throws StorageError  it cannot be written.
void write_folder(const fs::path& folder, const std::vector<NewFile>& files) {
  const fs::path parent = folder.parent_path();
  std::error_code error;
  std::error_code ignored;
  if (!fs::is_directory(parent, ignored)) {
    throw host::BadInput{host::on_command_line("-C", host::printable(parent.string()) + " is not a folder" +
                                                         (fs::exists(parent, ignored) ? "" : "; create it first"))};
  }
  const bool is_new = fs::create_directory(folder, error);
  if (!is_new && (!error || fs::exists(fs::symlink_status(folder, ignored)))) {
    throw host::BadInput{host::on_command_line(
        "NAME",
        host::printable(folder.string()) + " already exists and is not overwritten; choose another name or -C DIR")};
  }
  for (auto file = files.begin(); !error && file != files.end(); ++file) {
    std::ofstream stream{folder / file->name, std::ios::binary};
    stream << file->text;
    stream.close();
    if (!stream) error.assign(errno, std::generic_category());
  }
  if (!error) return;
  if (is_new) fs::remove_all(folder, ignored);
  throw host::StorageError{"cannot write " + host::printable(folder.string()) + ": " + error.message()};
}

/// The running program and the location of its files.
struct Installation {
  std::string program;
  fs::path prefix;
  bool is_installed = false;     ///< false in the folder of its build
  bool is_found_anyway = false;  ///< true if shells and CMake find it without its prefix
};

Installation this_installation() {
  std::error_code error;
  Installation here;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  here.prefix = program.parent_path().parent_path();
  here.is_installed = !fs::exists(here.prefix / "CMakeCache.txt", error);
  here.is_found_anyway = here.prefix == "/usr" || here.prefix == "/usr/local";
  here.program = here.is_found_anyway ? "gridcensus" : host::shell_word(program.string());
  return here;
}

/// Returns the path of a page of the docs, as shown to users.
std::string page(const Installation& here, const std::string& name) {
  return host::printable(here.is_installed ? (here.prefix / "share/doc/gridcensus/docs" / name).string()
                                           : "docs/" + name);
}

/// Returns the next commands for a plugin; omits the prefix if CMake searches it by default.
std::string steps_of_plugin(const fs::path& folder) {
  const Installation here = this_installation();
  std::string text;
  if (!here.is_installed) {
    text += fmt::format("  cmake --install {} --prefix \"$HOME/gridcensus\"\n", host::shell_word(here.prefix.string()));
  }
  text += fmt::format("  cd {}\n", host::shell_word(folder.string()));
  if (here.is_found_anyway)
    text += "  cmake -B build\n";
  else if (here.is_installed)
    text += fmt::format("  cmake -B build -DCMAKE_PREFIX_PATH={}\n", host::shell_word(here.prefix.string()));
  else
    text += "  cmake -B build -DCMAKE_PREFIX_PATH=\"$HOME/gridcensus\"\n";
  return text + fmt::format(
                    "  cmake --build build\n"
                    "  ctest --test-dir build --output-on-failure\n"
                    "Then put your mathematics into mathematics.cpp, and declare in plugin.cpp what\n"
                    "it counts. The purpose of each file:\n  {}\n",
                    page(here, "write-a-strategy.md"));
}

/// Returns the next commands for a program, which gridcensus starts in its own folder.
std::string steps_of_program(Made made, const fs::path& folder, const std::string& name) {
  const Installation here = this_installation();
  const bool is_python = made == Made::python;
  return fmt::format(
      "  cd {0}\n"
      "  {1}\n"
      "  export GRIDCENSUS_PLUGIN_DIR=\"$PWD\"\n"
      "  {2} conformance {3}\n"
      "  {2} run experiment.yaml\n"
      "Then put {4}. README.md describes each\n"
      "file; more:\n  {5}\n",
      host::shell_word(folder.string()),
      is_python ? "PYTHONPATH=" + host::shell_word(host::data_file("python").string()) + " python3 -m unittest"
                : "make  # or: cc -O2 -o count count.c",
      here.program, name, is_python ? "your mathematics into " + name + ".py" : "your program in place of count.c",
      page(here, is_python ? "python.md" : "write-a-strategy.md"));
}

Options template_options() {
  Options options;
  for (const auto& kind : kinds()) options.push_back({kind.option, "", "Start from " + kind.what + "."});
  return options;
}

host::ExitCode run_new_strategy(const Arguments& arguments) {
  const std::string name = arguments.required("NAME");
  const auto& kind = chosen_kind(arguments);
  check_name(arguments, kind.made, name);
  const fs::path folder = fs::absolute(arguments.text("directory").value_or(".")).lexically_normal() / name;
  const auto files = files_of(kind, name);
  write_folder(folder, files);
  std::string text = fmt::format("{}: {}\n", host::printable(folder.string()), kind.what);
  for (const auto& file : files) text += "  " + file.name + "\n";
  text += "Next:\n";
  print(text + (kind.made == Made::plugin ? steps_of_plugin(folder) : steps_of_program(kind.made, folder, name)));
  return host::ExitCode::all_agree;
}

}  // namespace

const Command new_strategy_command{
    .name = "new-strategy",
    .brief = "write a template",
    .summary = "Write a working strategy as a template for your own mathematics.",
    .usage = "NAME [options]",
    .argument = "NAME",
    .examples =
        "  gridcensus new-strategy row_by_row\n"
        "  gridcensus new-strategy my_sampler --sampling -C \"$HOME/strategies\"\n"
        "  gridcensus new-strategy my_script --python\n",
    .options =
        joined({template_options(),
                {{"directory", "DIR", "Create the folder NAME in this folder; by default in the current one.", "C"}},
                catalog_options()}),
    .run = run_new_strategy};

}  // namespace gridcensus::app
