// A level's file has letters like those between ranks: terms that are new, then states.  The note is lines of words.
// Both end with a hash of what is before it.
#include "engine/ots/parts/checkpoint.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "engine/ots/parts/byte_hash.h"

namespace whynot::engine::ots::parts {
namespace {

constexpr std::string_view note_head = "whynot-checkpoint/1", level_head = "whynot-level/1\n";
constexpr std::size_t letter_size = 1 << 20, length_size = 8;

std::string number_bytes(std::uint64_t n) { return {reinterpret_cast<const char*>(&n), sizeof n}; }
std::uint64_t number_at(std::string_view bytes, std::size_t at) {
  std::uint64_t n = 0;
  std::memcpy(&n, bytes.data() + at, sizeof n);
  return n;
}

// A file that is there as a whole, under its name, or not at all.
class WholeFile {
 public:
  explicit WholeFile(std::string path)
      : path_(std::move(path)), fd_(open(fresh().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (fd_ < 0) fail();
  }
  ~WholeFile() {
    if (fd_ >= 0) close(fd_);
  }
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view bytes) {
    while (error_.empty() && !bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
      if (written < 0 && errno != EINTR) fail();
    }
  }
  // Empty, or what could not be done.
  std::string finish() {
    if (error_.empty() && fsync(fd_) != 0) fail();
    if (error_.empty() && std::rename(fresh().c_str(), path_.c_str()) != 0) fail();
    if (!error_.empty()) unlink(fresh().c_str());
    return error_;
  }

 private:
  std::string fresh() const { return path_ + ".new"; }
  void fail() { error_ = fmt::format("cannot write {}: {}", path_, std::strerror(errno)); }
  std::string path_, error_;
  int fd_;
};

std::optional<std::string> whole_text(const std::string& path, std::string& error) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in && in.peek() == std::ifstream::traits_type::eof()) return "";  // `<<` would call that a failure
  if (in) text << in.rdbuf();
  if (in && text) return std::move(text).str();
  error = fmt::format("cannot read {}: {}", path, std::strerror(errno));
  return std::nullopt;
}

}  // namespace

std::string Checkpoint::level_path(std::size_t depth, unsigned rank, unsigned ranks) const {
  return fmt::format("{}/level-{}.{}-of-{}", folder_, depth, rank, ranks);
}

// Letters, each after its length; 0; then a hash of all that.
std::string Checkpoint::write_level(std::size_t depth, unsigned rank, unsigned ranks, Speller& speller,
                                    std::span<const Root> states) const {
  mkdir(folder_.c_str(), 0777);  // if it is not there; what goes wrong is told by the file
  WholeFile file(level_path(depth, rank, ranks));
  std::uint64_t hash = 0;
  const auto write = [&](std::string_view bytes) {
    hash = scatter(hash ^ byte_hash(bytes));
    file.write(bytes);
  };
  write(level_head);
  std::size_t told = 0;
  std::string spelled;
  const auto send = [&] {
    const std::string& terms = speller.terms();
    std::string letter;
    write_number(letter, terms.size() - told);
    letter.append(terms, told);
    letter += spelled;
    told = terms.size();
    write(number_bytes(letter.size()));
    write(letter);
    spelled.clear();
  };
  for (const Root& state : states) {
    speller.append(spelled, state);
    if (spelled.size() >= letter_size) send();
  }
  if (!spelled.empty()) send();
  write(number_bytes(0));
  file.write(number_bytes(hash));
  return file.finish();
}

std::optional<std::string> Checkpoint::read_level(std::size_t depth, unsigned rank, unsigned ranks,
                                                  std::string& error) const {
  const std::string path = level_path(depth, rank, ranks);
  auto bytes = whole_text(path, error);
  if (!bytes) return std::nullopt;
  error = fmt::format("{} is damaged", path);
  const std::string_view all = *bytes;
  if (!all.starts_with(level_head)) return std::nullopt;
  std::uint64_t hash = scatter(byte_hash(level_head));
  for (std::size_t at = level_head.size();;) {
    if (all.size() - at < 2 * length_size) return std::nullopt;
    const std::uint64_t length = number_at(all, at);
    hash = scatter(hash ^ byte_hash(all.substr(at, length_size)));
    at += length_size;
    if (length == 0) {
      if (all.size() - at != length_size || number_at(all, at) != hash) return std::nullopt;
      break;
    }
    if (length > all.size() - at) return std::nullopt;
    hash = scatter(hash ^ byte_hash(all.substr(at, length)));
    at += length;
  }
  error.clear();
  return bytes;
}

Checkpoint::Level::Level(std::string bytes, Store& store, const Program& program, const Packing& packing)
    : bytes_(std::move(bytes)), spelled_(store, program, packing) {
  at_ = letter_end_ = level_head.size();
}

std::optional<Root> Checkpoint::Level::next() {
  if (at_ == letter_end_) {
    const std::uint64_t length = number_at(bytes_, at_);
    if (length == 0) return std::nullopt;
    at_ += length_size;
    letter_end_ = at_ + length;
    const std::size_t terms = read_number(bytes_, at_);
    terms_end_ = at_ + terms;
  }
  const std::string_view letter = std::string_view(bytes_).substr(0, letter_end_);
  if (at_ < terms_end_) spelled_.learn(letter.substr(0, terms_end_), at_);
  return spelled_.next(letter, at_);
}

std::string Checkpoint::write(const CheckpointNote& note) const {
  std::string text = fmt::format("{}\nidentity {}\n", note_head, note.identity);
  for (std::size_t d = 0; d < note.depths.size(); ++d)
    text += fmt::format("depth {} {} {} {}\n", d, note.depths[d].states, note.depths[d].transitions, note.ranks[d]);
  for (const auto& violation : note.violations)
    text += violation ? fmt::format("violated {}\n", *violation) : std::string("open\n");
  WholeFile file(note_path());
  file.write(text + "sha256 " + sha256(text) + "\n");
  return file.finish();
}

std::optional<CheckpointNote> Checkpoint::read(std::string& error) const {
  const auto text = whole_text(note_path(), error);
  if (!text) return std::nullopt;
  error = fmt::format("{} is not a checkpoint of this version, or damaged", note_path());
  const std::size_t end = text->rfind("sha256 ");
  if (!text->starts_with(note_head) || end == text->npos) return std::nullopt;
  const std::string body = text->substr(0, end);
  if (text->substr(end) != "sha256 " + sha256(body) + "\n") return std::nullopt;
  CheckpointNote note;
  std::istringstream lines(body);
  std::string word;
  lines >> word;  // the head
  while (lines >> word) {
    if (word == "identity") {
      lines.ignore(1);  // the blank
      std::getline(lines, note.identity);
    } else if (word == "depth") {
      whynot::ots::DepthCount count;
      unsigned ranks = 0;
      lines >> count.depth >> count.states >> count.transitions >> ranks;
      note.depths.push_back(count);
      note.ranks.push_back(ranks);
    } else if (word == "violated") {
      lines >> note.violations.emplace_back().emplace();
    } else {
      note.violations.emplace_back();
    }
  }
  if (note.depths.empty()) return std::nullopt;
  error.clear();
  return note;
}

}  // namespace whynot::engine::ots::parts
