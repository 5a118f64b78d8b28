// The points of safety, as a table of raw requests with the status each must get.  Every row is sent to a
// running server; what is refused must be refused for the reason given by its row, with the security headers on it.
#include <array>

#include "serve_support.h"

namespace whynot::face::web {
namespace {

struct Row {
  std::string request;
  std::vector<int> statuses;  // any of these
};
using Cases = std::vector<Row>;

const std::vector<std::string> paths = {
    "GET /", "GET /app.js", "GET /app.css", "GET /api/v1/report", "GET /api/v1/events", "GET /nowhere"};
constexpr std::string_view json_head = "Content-Type: application/json\r\n";

std::string with_body(const std::string& head, const std::string& body) {
  return head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
std::string run_request(const std::string& headers, const std::string& body = R"({"line":"check"})") {
  return with_body("POST /api/v1/run HTTP/1.1\r\n" + headers, body);
}

// Points 3 and 12: rebinding.  A foreign name in Host is refused whatever the path, also with the right cookie.
Cases hosts() {
  Cases rows;
  for (const std::string& path : paths) {
    for (const std::string host : {"evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost",
                                   "127.0.0.1.evil.example:{port}", "0.0.0.0:{port}", "192.168.0.1:{port}",
                                   "[::]:{port}", "127.1:{port}", "localhost.:{port}"})
      rows.push_back({path + " HTTP/1.1\r\nHost: " + host + "\r\n{auth}\r\n", {421}});
    rows.push_back({path + " HTTP/1.1\r\n{auth}\r\n", {400}});
    rows.push_back({path + " HTTP/1.1\r\n{host}Host: evil.example\r\n{auth}\r\n", {400}});
  }
  for (const std::string host : {"127.0.0.1", "localhost", "[::1]"})
    rows.push_back({"GET / HTTP/1.1\r\nHost: " + host + ":{port}\r\n\r\n", {200}});
  return rows;
}

// Point 4: another origin is refused, `null` too; its absence proves nothing where something changes.
Cases origins() {
  Cases rows;
  for (const std::string origin :
       {"null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1",
        "http://127.0.0.1.evil.example:{port}", "http://localhost:{port}@evil.example", "file://"}) {
    rows.push_back({"GET /api/v1/report HTTP/1.1\r\n{host}Origin: " + origin + "\r\n{auth}\r\n", {403}});
    rows.push_back({"GET /api/v1/events HTTP/1.1\r\n{host}Origin: " + origin + "\r\n{auth}\r\n", {403}});
    rows.push_back({run_request("{host}Origin: " + origin + "\r\n{auth}" + std::string(json_head)), {403}});
  }
  rows.push_back({run_request("{host}{auth}" + std::string(json_head)), {403}});
  rows.push_back({run_request("{host}{auth}Sec-Fetch-Site: same-origin\r\n" + std::string(json_head)), {200}});
  for (const std::string site : {"cross-site", "same-site", "nonsense", ""}) {
    rows.push_back({"GET /api/v1/report HTTP/1.1\r\n{host}{auth}Sec-Fetch-Site: " + site + "\r\n\r\n", {403}});
    rows.push_back({run_request("{own}{auth}Sec-Fetch-Site: " + site + "\r\n" + std::string(json_head)), {403}});
  }
  return rows;
}

// Points 2, 5 and 14: the token, which no cookie stands for: browsers send that to every port of the machine.
Cases secrets() {
  Cases rows;
  for (const std::string name : {"report", "events", "source", "session", "options"})
    for (const std::string proof :
         {"", "Cookie: {cookie}\r\n", "Cookie: {cookie}\r\nX-Whynot-Token: 0\r\n", "Cookie: whynot_{port}=\r\n",
          "Cookie: whynot_{port}=00000000000000000000000000000000\r\n", "Cookie: whynot_1={token}\r\n",
          "X-Whynot-Token: 0\r\n", "X-Whynot-Token: {token}0\r\n", "Cookie: whynot_{port}={token}\r\n",
          "Authorization: Bearer {token}\r\n"})
      rows.push_back({"GET /api/v1/" + name + " HTTP/1.1\r\n{host}" + proof + "\r\n", {401}});
  rows.push_back({"GET /api/v1/report?t={token} HTTP/1.1\r\n{host}\r\n", {401}});
  rows.push_back({run_request("{own}" + std::string(json_head)), {401}});
  rows.push_back({run_request("{own}Cookie: {cookie}\r\n" + std::string(json_head)), {401}});
  rows.push_back({run_request("{own}Cookie: {cookie}\r\nX-Whynot-Token: 1234\r\n" + std::string(json_head)), {401}});
  for (const std::string type :
       {"", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n",
        "Content-Type: multipart/form-data\r\n", "Content-Type: application/jsonp\r\n"})
    rows.push_back({run_request("{own}{auth}" + type), {415}});
  for (const std::string body : {"", "{", "[]", "{}", R"({"token":1})", "null"})
    rows.push_back({with_body("POST /api/v1/login HTTP/1.1\r\n{own}" + std::string(json_head), body), {400}});
  for (const std::string wrong : {"", "0", "{token}0", "0{token}"})
    rows.push_back({"POST /api/v1/login HTTP/1.1\r\n{own}" + std::string(json_head) +
                        "Content-Length: {length}\r\n\r\n{\"token\":\"" + wrong + "\"}",
                    {401}});
  rows.push_back({with_body("POST /api/v1/login HTTP/1.1\r\n{own}Content-Type: text/plain\r\n", "{}"), {415}});
  rows.push_back(
      {with_body("POST /api/v1/login HTTP/1.1\r\n{own}Sec-Fetch-Site: cross-site\r\n" + std::string(json_head), "{}"),
       {403}});
  return rows;
}

// Points 4, 5: no preflight succeeds, nothing is changed by GET, nothing is upgraded.
Cases methods() {
  Cases rows;
  for (const std::string path : {"/", "/api/v1/report", "/api/v1/run", "/api/v1/events", "/nowhere"}) {
    rows.push_back({"OPTIONS " + path + " HTTP/1.1\r\n{own}{auth}\r\n", {403}});
    for (const std::string method : {"PUT", "DELETE", "PATCH", "HEAD", "TRACE", "get"})
      rows.push_back({method + " " + path + " HTTP/1.1\r\n{own}{auth}\r\n", {405}});
  }
  for (const std::string name : {"run", "download", "cancel", "reload", "login"})
    rows.push_back({"GET /api/v1/" + name + " HTTP/1.1\r\n{own}{auth}\r\n", {405}});
  for (const std::string name : {"report", "events", "source", "session"})
    rows.push_back(
        {with_body("POST /api/v1/" + name + " HTTP/1.1\r\n{own}{auth}" + std::string(json_head), "{}"), {405}});
  rows.push_back(
      {"GET /api/v1/events HTTP/1.1\r\n{own}{auth}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: "
       "13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
       {400}});
  rows.push_back({"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n{host}\r\n", {400}});
  return rows;
}

// Point 8: there are no files to reach, however the way is written.
Cases targets() {
  Cases rows;
  for (const std::string target :
       {"/../etc/passwd", "/%2e%2e/etc/passwd", "/..%5c..%5cetc", "//etc/passwd", "/etc/passwd", "/%00", "/app.js/",
        "/app.js%00", "/api/v1/../../app.js", "/api/v1/report/", "/api/v2/report", "/api/", "/.git/config",
        "/index.html/..", "/api/v1/report%3fwait=0", "/;/", "/~root"})
    rows.push_back({"GET " + target + " HTTP/1.1\r\n{host}{auth}\r\n", {404}});
  for (const std::string target : {"/#x", "/app.js#/../x", "http://127.0.0.1:{port}/", "http://evil.example/", "*",
                                   "app.js", "/a b", "/\\..\\x", "/\x01", "/\xc3\xa9", "", "/<script>", "/\"x\""})
    rows.push_back({"GET " + target + " HTTP/1.1\r\n{host}{auth}\r\n", {400}});
  return rows;
}

// Point 9: the reader of heads.
Cases heads() {
  const std::string get = "GET / HTTP/1.1\r\n{host}";
  std::string many;
  for (int i = 0; i < 70; ++i) many += "X-" + std::to_string(i) + ": 1\r\n";
  Cases rows = {
      {"GET /" + std::string(9000, 'a') + " HTTP/1.1\r\n{host}\r\n", {414}},
      {get + "X: " + std::string(20000, 'a') + "\r\n\r\n", {431}},
      {get + many + "\r\n", {431}},
      {get + "X: 1\r\n folded\r\n\r\n", {400}},
      {get + "X: 1\r\n\tfolded\r\n\r\n", {400}},
      {get + "X : 1\r\n\r\n", {400}},
      {get + " X: 1\r\n\r\n", {400}},
      {get + ": 1\r\n\r\n", {400}},
      {get + "X\r\n\r\n", {400}},
      {get + "X: a\rb\r\n\r\n", {400}},
      {get + "X: a\nb\r\n\r\n", {400}},
      {get + std::string("X: a\0b\r\n\r\n", 10), {400}},
      {get + "X: \x7f\r\n\r\n", {400}},
      {get + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc", {400}},
      {get + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {411}},
      {get + "Transfer-Encoding: identity\r\n\r\n", {411}},
      {get + "Transfer-Encoding: xchunked\r\n\r\n", {411}},
      {get + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", {400}},
      {get + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", {400}},
      {get + "Cookie: a=1\r\nCookie: b=2\r\n\r\n", {400}},
      {get + "Origin: http://127.0.0.1:{port}\r\nOrigin: null\r\n\r\n", {400}},
      {"GET /\r\n\r\n", {400}},
      {"GET  / HTTP/1.1\r\n{host}\r\n", {400}},
      {"GET / HTTP/1.1 \r\n{host}\r\n", {400}},
      {"GET / HTTP/2.0\r\n{host}\r\n", {505}},
      {"GET / HTTP/1.2\r\n{host}\r\n", {505}},
      {"GET / http/1.1\r\n{host}\r\n", {400}},
      {"G(T / HTTP/1.1\r\n{host}\r\n", {400}},
      {" GET / HTTP/1.1\r\n{host}\r\n", {400}},
      {"\r\n\r\n", {400}},
      {"\x16\x03\x01\x02\r\n\r\n", {400}},
  };
  for (const std::string length : {"+3", "-1", "3,3", "0x3", "", "3 3", "3a", "3.0"})
    rows.push_back({get + "Content-Length: " + length + "\r\n\r\nabc", {400}});
  for (const std::string length : {"8388609", "999999999999999999", "99999999999999999999999999"})
    rows.push_back({get + "Content-Length: " + length + "\r\n\r\n", {413}});
  return rows;
}

// Points 8 and 10: the page asks questions about its model, and nothing else.
Cases lines() {
  Cases rows;
  for (const std::string line : {"",
                                 "check /etc/passwd",
                                 "check other.smv",
                                 "check -o x",
                                 "check --format sarif=x",
                                 "check --format json=x.json",
                                 "check --json",
                                 "check --session x",
                                 "check --expect /etc/passwd",
                                 "check --memory 100G",
                                 "check --threads 9",
                                 "check --timeout 11m",
                                 "check --timeout=600001ms",
                                 "check --help",
                                 "why --trace /etc/passwd",
                                 "why other.smv -p p",
                                 "trace show /etc/passwd",
                                 "examples net",
                                 "doctor",
                                 "shell",
                                 "serve",
                                 "worker",
                                 "help",
                                 "quit",
                                 "open /etc/passwd",
                                 "sets list --session /tmp/x.json",
                                 "sets show a --format csv=/tmp/x.csv",
                                 "trace",
                                 "trace show",
                                 "trace show counter.smv",
                                 "trace show /etc/passwd",
                                 "trace show - -",
                                 "trace diff - -",
                                 "trace diff - /etc/passwd",
                                 "trace delete -",
                                 "trace replay - --model /etc/passwd",
                                 "trace replay - --model ../x.smv",
                                 "trace convert - --format vcd=x.vcd",
                                 "trace convert - --format vcd -o x.vcd",
                                 "check --format html=x.html",
                                 "net import /etc",
                                 "net import ..",
                                 "net import -o x.smv",
                                 "net",
                                 "paths -a /etc/passwd",
                                 "paths -a ../../etc/passwd",
                                 "paths -a link.efsa",
                                 "paths --graph x",
                                 "paths --c x.c",
                                 "classify -p small --predicates /etc/passwd",
                                 "classify -p small --predicates ../x",
                                 "explain -p small --script x",
                                 "explain -p small --strategy /tmp/x.lua",
                                 "explain -p small -i",
                                 "intervals -p small -v x --base /etc/passwd",
                                 "intervals -p small -v x --base ../x.json",
                                 "intervals -p small -v x --base -/../../etc/passwd",
                                 "falsify -p small --export x.maude",
                                 "falsify -p small --from x.json",
                                 "falsify -p small --from /etc/passwd@1",
                                 "falsify -p small --from counter.smv@1/../../etc/passwd",
                                 "falsify -p small --from counter.smv@1234567890",
                                 "search -p small --from -x@2",
                                 "paths --save-pds x.pds",
                                 "check 'unclosed",
                                 "check --bound many",
                                 "; ls",
                                 "check; ls",
                                 "check | cat",
                                 "$(ls)",
                                 "simulate -i"})
    rows.push_back({run_request("{own}{auth}" + std::string(json_head), nlohmann::json{{"line", line}}.dump()), {400}});
  for (const std::string body :
       {"", "{", "[]", "{}", R"({"line":1})", R"({"line":null})", R"({"line":"check","input":1})", "\xff\xfe"})
    rows.push_back({run_request("{own}{auth}" + std::string(json_head), body), {400}});
  return rows;
}

// Points 4, 5, 8, 10: a download is a question, asked by nobody else and in no other words.
Cases downloads() {
  Cases rows;
  const auto request = [](const std::string& headers, const std::string& body) {
    return with_body("POST /api/v1/download HTTP/1.1\r\n" + headers, body);
  };
  const std::string json(json_head), good = R"({"line":"check","as":"human"})";
  rows.push_back({request("{own}" + json, good), {401}});
  rows.push_back({request("{own}Cookie: {cookie}\r\n" + json, good), {401}});
  rows.push_back({request("{host}{auth}" + json, good), {403}});
  rows.push_back({request("{host}Origin: null\r\n{auth}" + json, good), {403}});
  rows.push_back({request("{host}Origin: http://evil.example\r\n{auth}" + json, good), {403}});
  rows.push_back({request("{own}{auth}Sec-Fetch-Site: cross-site\r\n" + json, good), {403}});
  rows.push_back({request("{own}{auth}Content-Type: text/plain\r\n", good), {415}});
  rows.push_back({request("Host: evil.example\r\n{auth}" + json, good), {421}});
  rows.push_back({request("{own}{auth}" + json, good), {200}});
  for (const std::string as : {R"("exe")", R"("")", "1", "null", "[]", R"(["human"])", R"("html=x.html")", R"("CSV")",
                               R"("maude")", R"("pds")", R"("graph-svg")", R"("smv")", R"("../x")", R"("Human")",
                               R"("human\r\nX: y")", R"("human --output=x")"})
    rows.push_back({request("{own}{auth}" + json, R"({"line":"check","as":)" + as + "}"), {400}});
  for (const std::string line : {"check --format json", "check --format=html=x", "check -o x", "check --json", "serve",
                                 "", "check other.smv", "trace show /etc/passwd", "trace convert - --format vcd",
                                 "explain -p small --script x", "sets list --format csv", "check 'unclosed"})
    rows.push_back({request("{own}{auth}" + json, nlohmann::json{{"line", line}, {"as", "human"}}.dump()), {400}});
  for (const std::string body : {"", "{", "[]", "{}", R"({"as":"human"})", R"({"line":1,"as":"human"})",
                                 R"({"line":"check","as":"human","input":{}})"})
    rows.push_back({request("{own}{auth}" + json, body), {400}});
  rows.push_back({request("{own}{auth}" + json, R"({"line":"check -p nobody","as":"human"})"), {422}});
  rows.push_back({request("{own}{auth}" + json, R"({"line":"check -p back","as":"vcd"})"), {422}});  // has no trace
  return rows;
}

constexpr std::array headers_always = {
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cross-Origin-Resource-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
    "Referrer-Policy: no-referrer",
    "Cache-Control: no-store"};

struct ServeGuard : ServeTest {
  void try_all(const Cases& table, std::size_t at_least) {
    std::filesystem::create_symlink("/etc/passwd", folder / "link.efsa");
    Serve serve({counter()});
    ASSERT_GT(serve.port, 0);
    serve.login();
    EXPECT_GE(table.size(), at_least);
    for (const Row& row : table) {
      std::string request = row.request;
      if (const std::size_t body = request.find("\r\n\r\n");
          request.find("{length}") < body)  // of a body with a token in it
        request = replaced(request, "{length}", std::to_string(serve.filled(request.substr(body + 4)).size()));
      const std::string response = serve.ask(request);
      const std::string shown = request.substr(0, 200);
      EXPECT_NE(std::find(row.statuses.begin(), row.statuses.end(), status_of(response)), row.statuses.end())
          << shown << "\n got " << status_of(response);
      for (const char* header : headers_always)
        EXPECT_NE(response.find(header), std::string::npos) << shown << "\n lacks " << header;
      EXPECT_EQ(response.find("Access-Control"), std::string::npos) << shown;
      EXPECT_TRUE(status_of(response) == 200 || response.find(serve.token) == std::string::npos) << shown;
    }
    EXPECT_EQ(status_of(serve.get("report")), 200) << "still alive";
  }
};

TEST_F(ServeGuard, ForeignHostsAreRefusedBeforeAnythingElse) { try_all(hosts(), 80); }
TEST_F(ServeGuard, ForeignOriginsAreRefused) { try_all(origins(), 30); }
TEST_F(ServeGuard, ReadingNeedsTheTokenAndChangingMore) { try_all(secrets(), 45); }
TEST_F(ServeGuard, MethodsThatAreNotNeededAreRefused) { try_all(methods(), 40); }
TEST_F(ServeGuard, NoTargetReachesAFile) { try_all(targets(), 30); }
TEST_F(ServeGuard, HeadsAreReadStrictly) { try_all(heads(), 40); }
TEST_F(ServeGuard, OnlyQuestionsAboutTheModelAreRun) { try_all(lines(), 45); }
TEST_F(ServeGuard, DownloadsAreQuestionsToo) { try_all(downloads(), 40); }

}  // namespace
}  // namespace whynot::face::web
