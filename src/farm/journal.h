// What has been done, in a file that only grows: one line an event, each on disk before the next thing happens.  After
// a kill at any byte it can be read; a last line that was cut short does not count.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace whynot::farm {

struct Header {
  std::string version;  // of the program
  std::string jobs;     // sha256 of the file of jobs
};

struct Done {
  std::string key;  // sha256 of all that the answer depends on
  int exit = 0;
  std::vector<std::pair<std::string, std::string>> verdicts;  // by property
  double cpu_seconds = 0, megabytes = 0;
  std::string report, report_sha256;  // the file, beside the journal
  std::string recheck;                // what the coordinator did to believe it
  std::string why = {};               // it could not be asked
};

struct Failed {
  unsigned attempt = 0;
  int exit = 0;  // negative: the signal
  std::string why;
  bool again = false;  // it is tried once more
};

// What a journal says of a job.
struct Record {
  std::string key;                   // of the last start
  unsigned attempts = 0;             // with that key
  std::optional<Done> done;          // the last one
  std::optional<Failed> failed;      // for good
  std::optional<std::string> ended;  // by this job of its group
  std::optional<std::string> refuted;
};

class Journal {
 public:
  // A new one, or with `resume` one that is there.  Null after errors: farm.journal… says what is wrong.
  static std::unique_ptr<Journal> open(const std::string& path, bool resume, const Header&, Sources&, Diagnostics&);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // What it said when it was opened.
  const Record* record(const std::string& id) const;

  // False when a line did not get to the disk: `error` says why, and what was there before can be read.
  bool start(const std::string& id, const std::string& key, unsigned attempt, unsigned worker);
  bool done(const std::string& id, const Done&);
  bool failed(const std::string& id, const Failed&);
  bool ended(const std::string& id, const std::string& by);  // its group needs it no more
  bool dropped(const std::string& id);                       // a person or a limit stopped us: the start does not count
  bool refuted(const std::string& id, const std::string& key, const std::string& why);  // the re-check disagrees
  const std::string& error() const { return error_; }

 private:
  Journal(std::string path, int file) : path_(std::move(path)), file_(file) {}
  bool lock(Diagnostics&) const;
  bool read(const Header&, FileId, const Sources&, Diagnostics&);
  bool append(const std::string& line);

  std::string path_, error_;
  int file_;
  std::map<std::string, Record, std::less<>> records_;
};

}  // namespace whynot::farm
