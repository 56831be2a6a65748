// A fault of a program that is a strategy ends only its own run: each fault is tested with a healthy strategy in one
// experiment, by the program as a user starts it. After each test no process and no scratch folder is left. Those that
// are asked once are asked by "framework/python/gridcensus/asked".
#include "program.hpp"
#include "support/evidence.hpp"
#include "support/marked_processes.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using gridcensus::test_support::comes_true;
using gridcensus::test_support::contents;
using gridcensus::test_support::processes_with;
using gridcensus::test_support::TemporaryFolder;
using gridcensus::testing::Program;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr auto mark_name = "TEST_OF_PROGRAMS";

/// The interpreter, rather than a script that starts it: each test starts it several times. Without site packages it
/// starts in half the time.
const std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3, -S" : "python3, -S";

/// Returns the description of a program that is asked three times, and prints a third of 288 each time.
std::string asked(const std::string& name = "faulty", const std::string& command = "[sh, ./faulty.sh]") {
  return "strategy: " + name + "\nsummary: Prints a number.\nsource: tests\nversion: '1'\nis: " + name +
         "\nquantities: [{name: grids}]\nunits: '3'\nenvironment: [" + mark_name + "]\ncommand: " + command + "\n";
}

constexpr auto by_pattern = "answer: {pattern: '^grids (.*)$'}\n";

/// Returns the description of a program that speaks the protocol.
std::string spoken(const std::string& name = "faulty", const std::string& script = "faulty.py") {
  return "strategy: " + name + "\ncommand: [" + python + ", ./" + script + "]\nprotocol: 1\nis: " + name +
         "\nenvironment: [" + mark_name + "]\n";
}

/// Returns a program that speaks the protocol correctly. `changed` follows its functions.
std::string protocol_program(const std::string& changed = "") {
  return R"(import json, os, signal, subprocess, sys, time
about = {"protocol": 1, "id": "faulty", "version": "1", "summary": "Says 288.", "source": "tests",
         "quantities": [{"name": "grids", "kind": "exact"}]}
def write(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
def prepare(request):
    return {"units": 6}
def run(unit):
    return {"sums": {"grids": 48}}
def answer(call, request):
    if call == "about": return about
    return prepare(request) if call == "prepare" else run(int(request["unit"]))
def after(call): pass
)" + changed +
         R"(
for line in sys.stdin:
    request = json.loads(line)
    if request["call"] == "stop": continue
    result = answer(request["call"], request)
    if result is not None: write(json.dumps({"id": request["id"], "result": result}))
    after(request["call"])
)";
}

/// A folder with programs and an experiment that runs `faulty` next to a healthy strategy.
class Programs : public ::testing::Test {
 protected:
  Programs() {
    write("test.yaml", "problems: [{shape: 2x2}]\nstrategies: {faulty: {}, enumeration: {}}\nthreads: 2\n");
    for (const fs::path& made : {folder("scratch"), folder("plugins")}) {
      fs::create_directory(made);
      fs::permissions(made, fs::perms::owner_all);
    }
  }
  void TearDown() override {
    EXPECT_TRUE(comes_true([this] { return left_behind().empty(); })) << ::testing::PrintToString(left_behind());
    EXPECT_TRUE(fs::is_empty(folder("scratch")));
  }

  fs::path folder(const std::string& name) const { return folder_ / name; }
  fs::path plugin(const std::string& name) const { return folder("plugins") / name; }
  void write(const std::string& name, const std::string& text) const {
    const fs::path file = folder_ / name;
    std::ofstream{file, std::ios::binary} << text;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  }
  /// Writes a shell script that is asked once, and its description.
  void write_asked(const std::string& script, const std::string& more = by_pattern) const {
    write("plugins/faulty.strategy.yaml", asked() + more);
    write("plugins/faulty.sh", script + "\n");
  }
  void write_spoken(const std::string& changed, const std::string& more = "") const {
    write("plugins/faulty.strategy.yaml", spoken() + more);
    write("plugins/faulty.py", protocol_program(changed));
  }

  std::string mark() const { return mark_name + ("=" + folder_.path().string()); }
  /// Returns the commands of processes that have the mark, which all inherit from the test.
  std::vector<std::string> left_behind() const { return processes_with(mark()); }

  std::vector<std::string> arguments(std::vector<std::string> more = {}) const {
    more.insert(more.begin(),
                {"run", "test.yaml", "--json", "results.json", "--plugin-dir", folder("plugins").string()});
    return more;
  }
  Program::Options options(std::vector<std::string> environment = {}) const {
    environment.insert(environment.end(), {mark(), "TMPDIR=" + folder("scratch").string()});
    return {.folder = folder_.path(), .environment = std::move(environment), .to_file = {}};
  }
  Program::Ended run(const std::vector<std::string>& more = {},
                     const std::vector<std::string>& environment = {}) const {
    return Program::run(arguments(more), options(environment));
  }
  json results() const { return json::parse(std::ifstream{folder_ / "results.json"}); }

  json run_of(const std::string& configuration) const {
    const json document = results();
    for (const auto& run : document["runs"]) {
      if (run["configuration"] == configuration) return run;
    }
    return nullptr;
  }
  std::string message() const { return run_of("faulty").value("message", ""); }
  /// Returns the number of grids of a strategy; empty if it has none.
  std::string grids(const std::string& configuration = "faulty") const {
    const json document = results();
    for (const auto& outcome : document["outcomes"]) {
      if (outcome["configuration"] == configuration && outcome["quantity"] == "grids")
        return outcome.value("value", "");
    }
    return "";
  }

  /// 288 grids of 2x2: OEIS A107739, recounted by the enumeration strategy.
  void expect_success(const Program::Ended& ended) const {
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(grids(), "288");
    EXPECT_EQ(grids("enumeration"), "288");
  }
  void expect_confined(const Program::Ended& ended, const std::vector<std::string>& texts) const {
    EXPECT_EQ(ended.status, 1) << ended.err;
    EXPECT_EQ(run_of("faulty")["state"], "failed");
    for (const auto& text : texts) EXPECT_THAT(message(), HasSubstr(text));
    EXPECT_EQ(grids(), "");
    EXPECT_EQ(grids("enumeration"), "288");
  }
  void expect_refused(const Program::Ended& ended, const std::vector<std::string>& texts, int status = 5) const {
    EXPECT_EQ(ended.status, status) << ended.err;
    for (const auto& text : texts) EXPECT_THAT(unwrapped(ended.err), HasSubstr(text));
    EXPECT_FALSE(fs::exists(folder_ / "results.json"));
  }
  /// Returns a text without its line breaks.
  static std::string unwrapped(const std::string& text) {
    std::string one;
    for (const char c : text) {
      const bool is_blank = c == ' ' || c == '\n';
      if (!is_blank || !one.ends_with(' ')) one += is_blank ? ' ' : c;
    }
    return one;
  }

 private:
  TemporaryFolder folder_;
};

struct Fault {
  std::string name;
  std::string script;                ///< of a shell, or the change in `protocol_program`
  std::vector<std::string> message;  ///< parts of the message; empty: it succeeds
  std::string more = {};             ///< further keys of the description
  friend void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }
};

const std::string time_to_start = "limits: {seconds: 2}\n";
const std::string frugal = "limits: {memory: 100 MiB, seconds: 60}\n";

// Programs that are asked once.

const std::vector<Fault> asked_faults{
    {"None", "echo grids 96", {}},
    {"Hangs", "sleep 1000", {"unit ", ": its program took longer than 2 s"}, time_to_start},
    {"HangsWhateverSignalComes",
     "trap '' TERM INT HUP; while :; do sleep 1; done",
     {"took longer than 2 s"},
     time_to_start},
    {"HangsAfterItsAnswer", "echo grids 96; sleep 1000", {"took longer than 2 s"}, time_to_start},
    {"LeavesAChildInASessionOfItsOwn", "setsid sleep 1000 & echo grids 96", {}},
    {"LeavesAGrandchild", "(setsid sh -c 'sleep 1000 & sleep 1000' &) ; echo grids 96", {}},
    {"LeavesAChildThatHoldsItsOutput", "sleep 1000 & echo grids 96", {}},
    {"PrintsAGigabyte", "head -c 1000000000 /dev/zero", {"printed more than 64 MiB"}},
    {"PrintsMoreThanItMay", "echo grids 96; yes", {"printed more than 1 MiB"}, "limits: {output: 1 MiB}\n"},
    {"AnswersAndFails",
     "echo grids 96; exit 1",
     {"ended with exit code 1, where 0 is success; the last that it printed: grids 96"}},
    {"FailsAndSaysWhy",
     "echo grids 96; echo no memory >&2; exit 3",
     {"ended with exit code 3, where 10, 20 are success; the last that it wrote to stderr: no memory"},
     "success: [10, 20]\n"},
    {"AnswersAndIsKilled", "echo grids 96; kill -9 $$", {"ended with SIGKILL, twice"}},
    {"AnswersAndCrashes", "echo grids 96; kill -SEGV $$", {"ended with SIGSEGV"}},
    {"KillsItsGroup", "echo grids 96; kill -9 0", {"ended with SIGKILL"}},
    {"KillsTheProcessThatAskedIt", "echo grids 96; kill -9 $PPID; sleep 1000", {"ended with SIGKILL, twice"}},
    {"AnswersTwice", "echo grids 96; echo grids 95", {"gave no answer: the program printed two answers, 96 and 95"}},
    {"DoesNotAnswer", "echo hello", {"gave no answer: nothing that the program printed fits the pattern"}},
    {"ClosesItsOutput", "exec <&- >&- 2>&-; echo grids 96; exit 0", {"gave no answer: nothing"}},
    {"AnswersWithAReal", "echo grids 96.5", {"the answer \"96.5\" is not a whole number"}},
    {"AnswersWithAnEmptyText", "echo 'grids '", {"the answer \"\" is not a whole number"}},
    {"AnswersWithALongLine",
     "printf 'grids '; head -c 5000 /dev/zero | tr '\\0' 1",
     {"lines above 4096 bytes were not searched"}},
    {"AnswersWithAHugeNumber",
     "printf 'c s exact arb int '; head -c 20000000 /dev/zero | tr '\\0' 1",
     {"the answer \"11111", "... (20000000 bytes)\" is not a whole number"},
     "answer: competition\n"},
    {"CallsAnEstimateExact",
     "echo c s approx arb int 96; echo c s pac guarantees epsilon: 0.8 delta: 0.2",
     {"exact"},
     "answer: competition\n"},
    {"AnswersWithWhatIsNotUtf8", "printf 'grids \\377\\n'", {"is not a whole number"}},
    {"SaysThatItIsUnknown", "echo s UNKNOWN", {"the program found no count (s UNKNOWN)"}, "answer: competition\n"},
    {"ContradictsItself",
     "echo s UNSATISFIABLE; echo c s exact arb int 96",
     {"printed s UNSATISFIABLE and a count of 96"},
     "answer: competition\n"},
    {"EatsMemory",
     "exec python3 -S -c 'import time; x = bytearray(300 << 20); time.sleep(1000)'",
     {"used more than 100 MiB of memory"},
     frugal},
    {"EatsMemoryInAGrandchild",
     "(setsid python3 -S -c 'import time; x = bytearray(300 << 20); time.sleep(1000)' &); sleep 1000",
     {"used more than 100 MiB of memory"},
     frugal},
    {"FloodsStderr",
     "i=0; while [ $i -lt 20000 ]; do echo \"line $i\" >&2; i=$((i + 1)); done; exit 1",
     {"the last that it wrote to stderr: line", "line 19998 | line 19999"}},
    {"FillsItsFolder", "head -c 1000000 /dev/zero > $HOME/file; mkdir -p a/b; chmod 0 a; echo grids 96", {}},
    {"RemovesItsFolder", "rm -rf \"$HOME\"; echo grids 96", {}},
};

class FaultOfAskedProgram : public Programs, public ::testing::WithParamInterface<Fault> {};

TEST_P(FaultOfAskedProgram, EndsOnlyItsOwnRun) {
  const auto& [name, script, message, more] = GetParam();
  write_asked(script, more.find("answer:") == std::string::npos ? by_pattern + more : more);
  const auto ended = run();
  if (message.empty()) {
    expect_success(ended);
  } else {
    expect_confined(ended, message);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, FaultOfAskedProgram, ::testing::ValuesIn(asked_faults),
                         [](const auto& fault) { return fault.param.name; });

// Programs that speak the protocol.

/// Runs the statement in unit 3 only, so the units before it are done.
std::string in_unit(const std::string& statement) {
  return "def run(unit):\n    if unit == 3:\n        " + statement + "\n    return {\"sums\": {\"grids\": 48}}\n";
}

/// The same, but only in the first process that reaches the statement.
std::string once(const std::string& statement) {
  return "place = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'once')\n" +
         in_unit("if not os.path.exists(place): open(place, 'w').close(); " + statement);
}

std::string replaced(const std::string& why) { return "unit 3: the program " + why + "; retrying in a new one"; }

const std::vector<Fault> protocol_faults{
    {"None", "", {}},
    {"Hangs", in_unit("time.sleep(1000)"), {"unit 3: its program took longer than 2 s"}, time_to_start},
    {"HangsWhateverSignalComes",
     "for each in range(1, 32):\n    if each not in (9, 17, 19): signal.signal(each, signal.SIG_IGN)\n" +
         in_unit("time.sleep(1000)"),
     {"took longer than 2 s"},
     time_to_start},
    {"LeavesAChildInASessionOfItsOwn", in_unit("subprocess.Popen(['sleep', '1000'], start_new_session=True)"), {}},
    {"LeavesADaemon", in_unit("(os.fork() == 0) and (os.setsid(), os.fork(), time.sleep(1000))"), {}},
    {"WritesAGigabyte",
     in_unit("for i in range(1000): sys.stdout.write('x' * 1000000)"),
     {"wrote something that is not a message"}},
    {"WritesNoJson", in_unit("write('grids: 48'); return None"), {"wrote something that is not a message", "twice"}},
    {"WritesAListAsAMessage", in_unit("write('[1, 2]'); return None"), {"wrote something that is not a message"}},
    {"WritesWhatIsNotUtf8",
     in_unit(R"py(sys.stdout.buffer.write(b'{"id": "\xff"}\n'); sys.stdout.flush(); return None)py"),
     {"wrote something that is not a message"}},
    {"PrintsBetweenItsAnswers", in_unit("print('counting')"), {"wrote something that is not a message"}},
    {"AnswersAnotherRequest",
     in_unit(R"(write('{"id": "999", "result": {}}'); return None)"),
     {"gave an answer to something else, twice"}},
    {"AnswersWithAnIdThatIsANumber",
     in_unit(R"(write('{"id": 5, "result": {}}'); return None)"),
     {"wrote a message that is not an answer"}},
    {"GivesAMemberTwice",
     "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
     "    write('{\"id\": \"%s\", \"result\": {}, \"result\": {\"sums\": {\"grids\": 48}}}' % request['id'])\n",
     {"the member \"result\" is given twice"}},
    {"FailsWithANumber",
     "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
     "    write(json.dumps({'id': request['id'], 'failed': 7}))\n",
     {"the member failed of an answer is not a text"}},
    {"AnswersWithoutAResult",
     "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
     "    write(json.dumps({'id': request['id'], 'rseult': {}}))\n",
     {"its program gave an answer without one of result, stopped, broken, failed"}},
    {"AnswersWithAList", in_unit("return [48]"), {"unit 3: its program gave an answer of another form than expected"}},
    {"AnswersWithAnUnknownPart", in_unit("return {'sum': {'grids': 48}}"), {"of another form than expected"}},
    {"AnswersWithAReal", in_unit("return {'sums': {'grids': 48.5}}"), {"of another form than expected"}},
    {"AnswersWithAHugeNumber", in_unit("return {'sums': {'grids': '1' * 20000000}}"), {"program"}},
    {"LeavesTheSumOut",
     in_unit("pass") + "def run(unit): return {'sums': {'other': 48}}\n",
     {"no sum of the name grids"}},
    {"Fails",
     "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
     "    write(json.dumps({'id': request['id'], 'failed': 'the table has a hole'}))\n",
     {"the table has a hole"}},
    {"SaysStoppedUnasked",
     "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
     "    write(json.dumps({'id': request['id'], 'stopped': True}))\n",
     {"threw Stopped, although no stop was requested"}},
    {"EndsInAUnit", in_unit("os._exit(0)"), {"unit 3: its program ended with exit code 0, twice"}},
    {"CrashesInAUnit",
     in_unit("print('a table is missing', file=sys.stderr); sys.stderr.flush(); os.abort()"),
     {"ended with SIGABRT; the last that it wrote to stderr: a table is missing, twice"}},
    {"RaisesInAUnit", in_unit("1 // 0"), {"ended with exit code 1", "ZeroDivisionError"}},
    {"EndsAfterEveryUnit", "def after(call):\n    if call == 'run': os._exit(0)\n", {}},
    {"ClosesItsLine",
     in_unit("os.close(0); os.close(1); time.sleep(1000)"),
     {"closed its line to this program, twice"}},
    {"ClosesItsInput", in_unit("os.close(0)"), {}},
    {"EatsMemory", in_unit("x = bytearray(300 << 20); time.sleep(1000)"), {"used more than 100 MiB of memory"}, frugal},
    {"EatsMemoryInAGrandchild",
     in_unit("(os.fork() or os.fork()) or (os.setsid(), bytearray(300 << 20), time.sleep(1000)); time.sleep(1000)"),
     {"used more than 100 MiB of memory"},
     frugal},
    {"ChangesItself",
     in_unit("open(__file__, 'a').write('# changed')"),
     {"faulty.py is another one than when it was found"}},
    {"FloodsStderr",
     in_unit("print(*range(200000), sep='\\n', file=sys.stderr); sys.exit(1)"),
     {"ended with exit code 1; the last that it wrote to stderr: ", "199998 | 199999, twice"}},
    {"PreparesSomethingElseInASecondProcess",
     "def prepare(request): return {'units': 6, 'times': {'grids': 1 + os.getpid()}}\n" + in_unit("os._exit(0)"),
     {R"(prepared again, it answered {"times":{"grids":)"}},
    {"PreparesAMistypedNumberOfUnits",
     "def prepare(request): return {'unit': 6}\n",
     {"prepare: ", "unknown member 'unit' of what its program prepared (did you mean units?)"}},
    {"PreparesAFactorOfAMistypedName",
     "def prepare(request): return {'units': 6, 'times': {'grid': 2}}\n",
     {"prepare: unknown member 'grid' of the factors that its program prepared (did you mean grids?)"}},
    {"PreparesNoUnits", "def prepare(request): return {'units': 0}\n", {"no unit"}},
    {"PreparesAListOfUnits", "def prepare(request): return {'units': [6]}\n", {"prepare: ", "another form"}},
    {"PreparesWithoutAnEnd",
     "def prepare(request): time.sleep(1000)\n",
     {"prepare: its program took longer"},
     time_to_start},
};

class FaultOfProtocolProgram : public Programs, public ::testing::WithParamInterface<Fault> {};

TEST_P(FaultOfProtocolProgram, EndsOnlyItsOwnRun) {
  const auto& [name, changed, message, more] = GetParam();
  write_spoken(changed, more);
  const auto ended = run();
  if (message.empty()) {
    expect_success(ended);
  } else {
    expect_confined(ended, message);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, FaultOfProtocolProgram, ::testing::ValuesIn(protocol_faults),
                         [](const auto& fault) { return fault.param.name; });

TEST_F(Programs, AreRetriedIfTheyAreLostOnce) {
  for (const std::string process : {"$$", "$PPID"}) {
    fs::remove(folder("once"));
    write_asked("mkdir " + folder("once").string() + " && kill -9 " + process + " && sleep 1000; echo grids 96");
    const auto ended = run({"--no-ledger"});
    expect_success(ended);
    EXPECT_THAT(unwrapped(ended.err), HasSubstr("retrying in a new one"));
  }
}

TEST_F(Programs, AreRestartedIfTheyAnswerBeforeTheRequest) {
  write_spoken(
      "before, early = answer, set()\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
      "    number = int(request['id'].split('.')[0])\n    early.add(str(number + 1))\n"
      "    for name in [request['id']] * (str(number) not in early) + [str(number + 1)]:\n"
      "        write(json.dumps({'id': name, 'result': {'sums': {'grids': 48}}}))\n");
  const auto ended = run({"--no-ledger"});
  expect_success(ended);
  EXPECT_THAT(unwrapped(ended.err), HasSubstr("the program gave an answer to something else; retrying in a new one"));
}

TEST_F(Programs, AreRestartedIfLostOnce) {
  for (const auto& [statement, why] : std::vector<std::pair<std::string, std::string>>{
           {"os._exit(0)", "ended with exit code 0"},
           {"os.kill(os.getpid(), 9)", "ended with SIGKILL"},
           {"os.kill(os.getppid(), 9); time.sleep(1000)", "lost its keeper process, which ended with SIGKILL"},
           {"os.close(0); os.close(1); time.sleep(1000)", "closed its line to this program"}}) {
    write_spoken(once(statement), time_to_start);
    fs::remove(plugin("once"));
    const auto ended = run({"--no-ledger"});
    expect_success(ended);
    EXPECT_THAT(unwrapped(ended.err), HasSubstr("faulty on 2x2: " + replaced(why)));
  }
}

TEST_F(Programs, FailIfTheirSamplesAreNotFinite) {
  write("test.yaml", "problems: [{shape: 2x2}]\nstrategies: {faulty: {samples: 6}, enumeration: {}}\nthreads: 2\n");
  for (const std::string sample : {"'inf'", "'nan'", "True", "'1,5'"}) {
    write_spoken(
        "about['quantities'][0]['kind'] = 'estimate'\ndef prepare(request): return {}\n"
        "def run(unit): return {'samples': {'grids': ['1.5', " +
        sample + "]}}\n");
    expect_confined(run(), {sample.ends_with("n'") || sample.ends_with("f'") ? "is not a finite number"
                                                                             : "of another form than expected"});
  }
}

TEST_F(Programs, ReportABrokenTheoremLikePlugins) {
  write_spoken(
      "before = answer\ndef answer(call, request):\n    if call != 'run': return before(call, request)\n"
      "    write(json.dumps({'id': request['id'], 'broken': 'the two halves differ'}))\n");
  EXPECT_EQ(run().status, 3);
  EXPECT_EQ(run_of("faulty")["state"], "broken");
  EXPECT_THAT(message(), HasSubstr("the two halves differ"));
  EXPECT_EQ(grids("enumeration"), "288");
}

// Refusals before a run.

/// Returns a program that answers the request for its offer with this.
std::string offering(const std::string& offer) {
  return "about['answers'] = ['offer']\nbefore = answer\ndef answer(call, request):\n    return " + offer +
         " if call == 'offer' else before(call, request)\n";
}

TEST_F(Programs, EndTheirOwnRunIfTheyCannotMakeAnOffer) {
  for (const auto& [offer, text] : std::vector<std::pair<std::string, std::string>>{
           {"[1]", "its program gave an offer of another form than expected: expected its offer as an object"},
           {"{'kinds': {'grids': 'exakt'}}",
            "kinds.grids: expected one of: exact, estimate, approximation, lower_bound, upper_bound; got exakt "
            "(did you mean exact?)"},
           {"{'refused': {'grid': 'no'}}", "unknown member 'grid' of refused of its offer (did you mean grids?)"},
           {"{'unit': 6}", "unknown member 'unit' of its offer (did you mean units?)"},
           {"os._exit(7)", "asked for its offer, its program ended with exit code 7"},
           {"time.sleep(1000)", "asked for its offer, its program took longer than 2 s"}}) {
    write_spoken(offering(offer), time_to_start);
    expect_confined(run(), {text});
  }
}

TEST_F(Programs, AreRefusedForAnotherProtocolVersion) {
  write_spoken("about['protocol'] = 3\n");
  expect_refused(run(), {"it uses version 3 of the strategy protocol, but this program uses version 2"});
  write_spoken("about['answers'] = ['conclude']\n");
  expect_refused(run(),
                 {"it uses version 1 of the strategy protocol, in which the sums for is_enough and conclude had"});
}

TEST_F(Programs, AreRefusedWithoutDeclarations) {
  for (const auto& [changed, text] : std::vector<std::pair<std::string, std::string>>{
           {"sys.exit('no licence')\n",
            "asked what it is, it ended with exit code 1; the last that it wrote to stderr: "
            "no licence"},
           {"print('Sage version 10.2')\n", "asked what it is, it wrote something that is not a message"},
           {"about['id'] = 'other'\n", "its id is other, but that of its description is faulty"},
           {"about['quantities'][0]['name'] = 'grid'\n",
            "its quantity 'grid' is not known here, and has no definition "
            "(did you mean grids?)"},
           {"about['quantities'][0]['kind'] = 'exakt'\n", "(did you mean exact?)"},
           {"about['quantities'] = []\n", "quantit"},
           {"about['anwers'] = []\n", "unknown member 'anwers' of what it is (did you mean answers?)"},
           {"about['answers'] = ['concluded']\n", "(did you mean conclude?)"},
           {"about['summary'] = 'two\\nlines'\n", "summary"},
           {"del about['id']\n", "id is missing"},
           {"about = [1]\n", "it uses version null"}}) {
    write_spoken(changed);
    expect_refused(run(), {text, "faulty.strategy.yaml"});
  }
}

TEST_F(Programs, AreRefusedIfTheirDeclarationsTakeTooLong) {
  if (!gridcensus::testing::is_evidence()) GTEST_SKIP() << "waits for twenty seconds";
  write_spoken("time.sleep(1000)\n");
  write("plugins/slow.strategy.yaml", asked("slow", "[sh, ./slow.sh]") + by_pattern);
  std::string text = contents(plugin("slow.strategy.yaml"));
  text.replace(text.find("'1'"), 3, "{command: [sh, -c, sleep 1000], pattern: '(.*)'}");
  write("plugins/slow.strategy.yaml", text);
  write("plugins/slow.sh", "echo grids 96\n");
  write("test.yaml", "problems: [{shape: 2x2}]\nstrategies: {faulty: {}, slow: {}, enumeration: {}}\n");
  expect_refused(run(), {"asked what it is, it took longer than 10 s", "asked what it is, it took longer than 10 s"});
}

TEST_F(Programs, PrintTheirVersionWithinTheirTime) {
  write_asked("sleep 2");
  std::string text = contents(plugin("faulty.strategy.yaml"));
  text.replace(text.find("'1'"), 3, "{command: [sh, -c, sleep 2; echo v1.25], pattern: 'v([0-9.]+)'}");
  write("plugins/faulty.strategy.yaml", text);
  write("plugins/faulty.sh", "echo grids 96\n");
  expect_success(run());
  EXPECT_EQ(run_of("faulty")["version"], "1.25");
}

TEST_F(Programs, AreRefusedIfThePatternOfTheirVersionIsNotFound) {
  write_asked("echo grids 96");
  std::string text = contents(plugin("faulty.strategy.yaml"));
  text.replace(text.find("'1'"), 3, "{command: [sh, -c, echo hello], pattern: 'v([0-9.]+)'}");
  write("plugins/faulty.strategy.yaml", text);
  expect_refused(run(), {"its version is not found: nothing that it printed matches v([0-9.]+)"});
}

TEST_F(Programs, AreRefusedInAnotherFolder) {
  write_asked("echo grids 96");
  std::string text = contents(plugin("faulty.strategy.yaml"));
  text.replace(text.find("./faulty.sh"), 11, "./../scratch/x.sh");
  write("plugins/faulty.strategy.yaml", text);
  write("scratch/x.sh", "echo grids 96\n");
  expect_refused(run(), {"command: ./../scratch/x.sh is not beside the description"});
  fs::remove(folder("scratch") / "x.sh");
}

TEST_F(Programs, ReportMistakesOfDescriptionsWithTheirPlace) {
  const std::string file = plugin("faulty.strategy.yaml").string();
  write_asked("echo grids 96");
  const std::string good = contents(file);
  const auto with = [&](const std::string& before, const std::string& after) {
    std::string text = good;
    text.replace(text.find(before), before.size(), after);
    write("plugins/faulty.strategy.yaml", text);
    return run();
  };
  expect_refused(with("summary:", "sumary:"), {file + ":2:1: ", "did you mean summary?"});
  expect_refused(with("./faulty.sh]", "./faulty.sh, '{sid}']"),
                 {file + ":9:", "unknown name {sid}", "did you mean side?"});
  expect_refused(with("{name: grids}", "{name: gird}"), {file + ":6:", "did you mean grid"});
  expect_refused(with("^grids (.*)$", "^grids .*$"), {file + ":10:", "a pattern needs one group"});
  expect_refused(with("^grids (.*)$", "^grids (.*$"), {file + ":10:", "missing )"});
  expect_refused(with("units: '3'", "units: '3'\nunits: '4'"), {file + ":8:"});
  expect_refused(with("strategy: faulty", "strategy: other"), {file + ":1:", "expected the name of the file, faulty"});
  expect_refused(with("units: '3'", "protocol: 1"), {file});
}

TEST_F(Programs, RejectTemplateWordsInCommandsOfTheProtocol) {
  write_spoken("");
  std::string text = contents(plugin("faulty.strategy.yaml"));
  text.replace(text.find("./faulty.py]"), 12, "./faulty.py, '{side}']");
  write("plugins/faulty.strategy.yaml", text);
  expect_refused(run(), {"faulty.strategy.yaml:2:", "a program that speaks the protocol has no names in its command"});
}

TEST_F(Programs, AreRefusedIfOthersCanWriteThem) {
  write_asked("echo grids 96");
  for (const auto* name : {"faulty.sh", "faulty.strategy.yaml", ""}) {
    const fs::path file = name[0] == 0 ? folder("plugins") : plugin(name);
    fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
    expect_refused(run(), {"can be written by everybody", "others could have modified it"});
    expect_success(run({"--allow-insecure-plugins", "--no-ledger"}));
    fs::remove(folder("results.json"));
    fs::permissions(file, fs::perms::others_write, fs::perm_options::remove);
  }
}

TEST_F(Programs, AreRefusedIfTheirFilesAreMissing) {
  write_asked("echo grids 96", std::string{by_pattern} + "files: [./table.txt]\n");
  expect_refused(run(), {"table.txt is missing, or is not a regular file"});
  write("plugins/table.txt", "1\n");
  expect_success(run());
  fs::remove(folder("results.json"));
  fs::remove(plugin("faulty.sh"));
  expect_refused(run(), {"faulty.sh is missing, or is not a regular file"});
}

TEST_F(Programs, RefuseEveryProblemIfTheyAreNotInstalled) {
  const std::string missing = "[no-such-program-anywhere]";
  for (const auto& description : {asked("faulty", missing) + by_pattern,
                                  "strategy: faulty\ncommand: " + missing + "\nprotocol: 1\nis: faulty\n"}) {
    write("plugins/faulty.strategy.yaml", description);
    const auto ended = run();
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_THAT(unwrapped(ended.out), HasSubstr("its program no-such-program-anywhere is not installed"));
    EXPECT_EQ(grids("enumeration"), "288");
    EXPECT_EQ(grids(), "");
  }
}

TEST_F(Programs, AreStartedOnlyIfTheyAreAskedFor) {
  const fs::path marker = folder("started");
  std::string described = asked() + by_pattern;
  described.replace(described.find("version: '1'"), 12, "version: {command: [sh, ./version.sh], pattern: 'v(.*)'}");
  write("plugins/faulty.strategy.yaml", described);
  write("plugins/faulty.sh", "echo grids 96\n");
  write("plugins/version.sh", "echo faulty >> " + marker.string() + "; echo v7.1\n");
  write("plugins/spoken.strategy.yaml", spoken("spoken", "spoken.py"));
  std::string program = protocol_program("open('" + marker.string() + "', 'a').write('spoken\\n')\n");
  program.replace(program.find("\"faulty\""), 8, "\"spoken\"");
  write("plugins/spoken.py", program);
  const auto started = [&](std::vector<std::string> words) {
    fs::remove(marker);
    words.insert(words.end(), {"--plugin-dir", folder("plugins").string()});
    const auto ended = Program::run(words, options());
    EXPECT_EQ(ended.status, 0) << ended.err;
    return fs::exists(marker) ? contents(marker) : "";
  };
  EXPECT_EQ(started({"list"}), "");
  EXPECT_EQ(started({"list", "shapes", "4"}), "spoken\n") << "its declarations are the answer";
  EXPECT_EQ(started({"count", "2x2", "--quantity", "grids"}), "");
  EXPECT_EQ(started({"count", "2x2", "--with", "enumeration"}), "");
  EXPECT_EQ(started({"describe", "enumeration"}), "");
  EXPECT_EQ(started({"describe", "faulty"}), "faulty\n");
  EXPECT_EQ(started({"describe", "spoken"}), "spoken\n");
  const auto doctor = started({"doctor"});
  EXPECT_THAT(doctor, AllOf(HasSubstr("faulty"), HasSubstr("spoken")));

  const auto listed = Program::run({"list", "--plugin-dir", folder("plugins").string(), "--json", "-"}, options());
  for (const auto& each : listed.json()) {
    const bool is_ours = each["strategy"] == "faulty" || each["strategy"] == "spoken";
    if (is_ours) {
      EXPECT_EQ(each["version"], "installed");
    }
  }
  const auto described_now =
      Program::run({"describe", "faulty", "--plugin-dir", folder("plugins").string()}, options());
  EXPECT_THAT(described_now.out, HasSubstr("faulty 7.1"));
}

TEST_F(Programs, AreNeverFoundInTheCurrentDirectory) {
  write("faulty-program", "#!/bin/sh\necho grids 96\n");
  fs::permissions(folder("faulty-program"), fs::perms::owner_all);
  write("plugins/faulty.strategy.yaml", asked("faulty", "[faulty-program]") + by_pattern);
  const std::string here = folder("test.yaml").parent_path().string();
  const std::string path = "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& searched :
       {".:" + path, path + ":", ":" + path, path + "::.", "../" + fs::path{here}.filename().string() + ":" + path}) {
    EXPECT_EQ(run({"--no-ledger"}, {"PATH=" + searched}).status, 0);
    EXPECT_EQ(grids(), "") << searched;
    EXPECT_EQ(grids("enumeration"), "288");
  }
  expect_success(run({"--no-ledger"}, {"PATH=" + here + ":" + path}));
}

TEST_F(Programs, AreRefusedInARelativeFolder) {
  write("plugins/faulty.strategy.yaml", asked("faulty", "[bin/program]") + by_pattern);
  expect_refused(run(), {"its program bin/program is in a relative folder"});
}

TEST_F(Programs, GetOnlyTheDeclaredEnvironment) {
  const std::string listing = folder("environment").string();
  write_asked("env > " + listing + "; pwd >> " + listing + "; ls -A >> " + listing + "; echo grids 96");
  std::string text = contents(plugin("faulty.strategy.yaml"));
  text.replace(text.find("environment: ["), 14, "environment: [B=x y, C, D, LANG=en, ");
  write("plugins/faulty.strategy.yaml", text);
  // Each unit writes the listing, one after the other.
  expect_success(run({"--threads", "1"},
                     {"A=1", "C=from outside", "LD_PRELOAD=", "PYTHONSTARTUP=/x", "PATH=.:/usr/bin:/bin:relative"}));
  std::vector<std::string> names;
  std::string home;
  for (const auto& line : gridcensus::testing::lines_of(contents(listing))) {
    if (line.starts_with("HOME=")) home = line.substr(5);
    names.push_back(line.starts_with("HOME=") || line.starts_with("TMPDIR=") ? line.substr(0, line.find('=')) : line);
  }
  EXPECT_THAT(home, HasSubstr(folder("scratch").string()));
  // The shell sets PWD.
  EXPECT_THAT(names, UnorderedElementsAre("PATH=/usr/bin:/bin", "LANG=en", "PYTHONDONTWRITEBYTECODE=1", "HOME",
                                          "TMPDIR", "B=x y", "C=from outside", mark(), "PWD=" + home, home,
                                          ::testing::StartsWith("PYTHONPATH=")));
}

// Identity.

TEST_F(Programs, FailARunIfTheyChangeDuringIt) {
  write_asked("echo '# changed' >> " + plugin("faulty.sh").string() + "; echo grids 96");
  expect_confined(run(), {"faulty.sh is another one than when it was found"});
}

TEST_F(Programs, FailARunIfTheirDescriptionChangesDuringIt) {
  write_asked("echo '# changed' >> " + plugin("faulty.strategy.yaml").string() + "; echo grids 96");
  expect_confined(run(), {"faulty.strategy.yaml is another one than when it was found"});
}

TEST_F(Programs, AreRecountedIfOneOfTheirFilesChanged) {
  write_asked("echo grids 96", std::string{by_pattern} + "files: [./table.txt]\n");
  write("plugins/table.txt", "1\n");
  expect_success(run());
  expect_success(run());
  EXPECT_EQ(run_of("faulty")["reused"], true);
  for (const auto* name : {"faulty.sh", "table.txt", "faulty.strategy.yaml"}) {
    std::ofstream{plugin(name), std::ios::app} << "# changed\n";
    expect_success(run());
    EXPECT_EQ(run_of("faulty")["reused"], false) << name;
  }
}

TEST_F(Programs, HaveTheSameHashInAnotherFolder) {
  write("plugins/faulty.strategy.yaml", asked("faulty", "[faulty-program]") + by_pattern + "files: [./table.txt]\n");
  write("plugins/table.txt", "1\n");
  std::vector<std::string> hashes;
  // Sorted before and after the folder of the description.
  for (const std::string name : {"a", "z"}) {
    fs::create_directory(folder(name));
    write(name + "/faulty-program", "#!/bin/sh\necho grids 96\n");
    fs::permissions(folder(name), fs::perms::owner_all);
    fs::permissions(folder(name) / "faulty-program", fs::perms::owner_all);
    expect_success(run({"--no-ledger"}, {"PATH=" + folder(name).string() + ":/usr/bin:/bin"}));
    hashes.push_back(run_of("faulty")["plugin_sha256"]);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// Evidence.

class SharedPrograms : public Programs {
 protected:
  /// Runs two programs that agree, and returns the number of independent strategies behind the first number.
  int witnesses(const std::string& is_of_other, const std::string& script_of_other) const {
    write("test.yaml", "problems: [{shape: 2x2}]\nstrategies: {faulty: {}, other: {}}\nthreads: 2\n");
    write_asked("echo grids 96");
    write("plugins/other.sh", script_of_other);
    std::string text = asked("other", "[sh, ./other.sh]") + by_pattern;
    text.replace(text.find("is: other"), 9, "is: " + is_of_other);
    write("plugins/other.strategy.yaml", text);
    const auto ended = run();
    EXPECT_EQ(ended.status, 0) << ended.err;
    EXPECT_EQ(grids(), "288");
    EXPECT_EQ(grids("other"), "288");
    return results()["outcomes"][0]["witnesses"];
  }
};

TEST_F(SharedPrograms, AreIndependentIfTheyHaveNothingInCommon) {
  EXPECT_EQ(witnesses("other", "echo grids $((90 + 6))\n"), 2);
}

TEST_F(SharedPrograms, AreOneWitnessIfTheyDeclareTheSameName) {
  EXPECT_EQ(witnesses("faulty", "echo grids $((90 + 6))\n"), 1);
}

TEST_F(SharedPrograms, AreOneWitnessIfTheyRunTheSameScript) { EXPECT_EQ(witnesses("other", "echo grids 96\n"), 1); }

// An approximate counter like those of the competition, by the command of a user.
TEST_F(Programs, GiveEstimatesWithTheirGuarantee) {
  std::string text = asked() + "answer: competition\ninput: cnf\nfirst_row: fixed\n";
  text.replace(text.find("{name: grids}"), 13, "{name: grids, kind: estimate}");
  text.replace(text.find("units: '3'\n"), 11, "");
  write("plugins/faulty.strategy.yaml", text);
  write("plugins/faulty.sh",
        "grep -q '^p cnf 64 ' && echo c s approx arb int 12 && echo c s pac guarantees epsilon: 0.8 delta: 0.2\n");
  const auto ended = Program::run(
      {"count", "2x2", "--with", "faulty", "--json", "-", "--plugin-dir", folder("plugins").string()}, options());
  EXPECT_EQ(ended.status, 0) << ended.err;
  const json document = ended.json();
  const json& outcome = document["outcomes"][0];
  EXPECT_EQ(outcome["kind"], "estimate");
  EXPECT_EQ(outcome["value"], "288");
  EXPECT_NEAR(outcome["low"].get<double>(), 160, 1e-9);
  EXPECT_NEAR(outcome["high"].get<double>(), 518.4, 1e-9);
}

// The end of a run.

class StoppedPrograms : public Programs, public ::testing::WithParamInterface<bool> {
 protected:
  StoppedPrograms() {
    const std::string here = folder("here").string();
    const std::string go = folder("go").string();
    // Unit 2 hangs until there is a file.
    if (GetParam()) {
      write_spoken("def run(unit):\n    if unit == 2 and not os.path.exists('" + go + "'):\n        open('" + here +
                   "', 'w').close()\n        subprocess.Popen(['sleep', '1000'], start_new_session=True)\n"
                   "        time.sleep(1000)\n    return {'sums': {'grids': 48}}\n");
    } else {
      write("plugins/faulty.strategy.yaml", asked("faulty", "[sh, ./faulty.sh, '{unit}']") + by_pattern);
      write("plugins/faulty.sh", "if [ $1 = 2 ] && ! [ -e " + go + " ]; then : > " + here +
                                     "; setsid sleep 1000 & sleep 1000; fi; echo grids 96\n");
    }
  }
  bool hangs() const {
    return comes_true([this] { return fs::exists(folder("here")); });
  }
};

TEST_P(StoppedPrograms, LeaveNothingAndCanResumeAfterCtrlC) {
  for (const int threads : {1, 3}) {
    fs::remove(folder("here"));
    fs::remove(folder("go"));
    const std::vector<std::string> more{"--threads", std::to_string(threads), "--ledger",
                                        "of" + std::to_string(threads) + ".ledger"};
    Program program{arguments(more), options()};
    ASSERT_TRUE(hangs());
    program.send(SIGINT);
    const auto stopped = program.wait();
    EXPECT_EQ(stopped.status, 4) << stopped.err;
    EXPECT_TRUE(left_behind().empty());
    EXPECT_TRUE(fs::is_empty(folder("scratch")));
    EXPECT_EQ(run_of("faulty")["state"], "stopped");
    EXPECT_EQ(grids(), "");
    EXPECT_GE(run_of("faulty")["units"], threads == 1 ? 2 : 0);
    write("go", "");
    expect_success(run(more));
  }
}

TEST_F(Programs, EndOnCtrlCIfTheyHangInTheirOffer) {
  const std::string here = folder("here").string();
  write_spoken(offering("(open('" + here + "', 'w').close(), time.sleep(1000))"));
  Program program{arguments(), options()};
  ASSERT_TRUE(comes_true([&] { return fs::exists(here); }));
  program.send(SIGINT);
  EXPECT_NE(program.wait().status, 0);
}

TEST_P(StoppedPrograms, EndWithAKilledHost) {
  // With one thread no other unit begins in the meantime: the folder of a unit without a keeper yet would remain.
  Program program{arguments({"--threads", "1"}), options()};
  ASSERT_TRUE(hangs());
  const pid_t counting = program.counting_process();
  program.send(SIGKILL);
  EXPECT_GT(counting, 0);
  program.wait();
  EXPECT_TRUE(comes_true([this] { return left_behind().empty(); })) << ::testing::PrintToString(left_behind());
  EXPECT_TRUE(comes_true([this] { return fs::is_empty(folder("scratch")); }));
}

TEST_P(StoppedPrograms, EndWithAKilledCountingProcess) {
  // With one thread no other unit begins in the meantime: the folder of a unit without a keeper yet would remain.
  Program program{arguments({"--threads", "1"}), options()};
  ASSERT_TRUE(hangs());
  ::kill(program.counting_process(), SIGKILL);
  program.wait();
  EXPECT_TRUE(comes_true([this] { return left_behind().empty(); })) << ::testing::PrintToString(left_behind());
  EXPECT_TRUE(comes_true([this] { return fs::is_empty(folder("scratch")); }));
}

INSTANTIATE_TEST_SUITE_P(Programs, StoppedPrograms, ::testing::Bool(),
                         [](const auto& spoken) { return spoken.param ? "Spoken" : "Asked"; });

}  // namespace
