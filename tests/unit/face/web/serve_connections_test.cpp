// Connections to `whynot serve`: how long they stay, how many there may be, and who goes when there are too many.
#include "serve_support.h"

namespace whynot::face::web {
namespace {

using nlohmann::json;

struct ServeConnections : ServeTest {};

TEST_F(ServeConnections, ConnectionsStayOpenForTheNextRequest) {
  Serve serve({counter()});
  Socket socket(serve.port);
  const std::string request = serve.filled("GET /nowhere HTTP/1.1\r\n{host}\r\n");
  for (int i = 0; i < 3; ++i) {
    socket.send(request);
    EXPECT_EQ(status_of(socket.response()), 404);
  }
  socket.send(request + request);  // two at once are answered one after the other
  EXPECT_EQ(status_of(socket.response()), 404);
  EXPECT_EQ(status_of(socket.response()), 404);
}

TEST_F(ServeConnections, BodiesMayBeAnnounced) {
  Serve serve({counter()});
  Socket socket(serve.port);
  const std::string body = json{{"token", serve.token}}.dump();
  socket.send(serve.filled(
      "POST /api/v1/login HTTP/1.1\r\n{own}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: " +
      std::to_string(body.size()) + "\r\n\r\n"));
  EXPECT_EQ(status_of(socket.response()), 100);
  socket.send(body);
  EXPECT_EQ(status_of(socket.response()), 200);
}

TEST_F(ServeConnections, SlowHeadsAreCutOff) {
  Serve serve({counter()});
  Socket slow(serve.port);
  slow.send("GET / HTTP/1.1\r\nX: ");
  EXPECT_TRUE(comes_true([&] {
    slow.send("a");
    slow.read([](const std::string&) { return false; }, std::chrono::milliseconds(250));
    return slow.ended();
  }));
}

// A process that was started while a connection was open has no part in it: the client is told that it has ended, and
// does not wait for an answer that nobody will give.
TEST_F(ServeConnections, WorkersHoldNoConnections) {
  Serve serve({counter()});
  serve.login();
  Socket slow(serve.port);
  slow.send("GET / HTTP/1.1\r\nX: ");
  EXPECT_EQ(status_of(serve.get("source")), 200) << "whose reader starts now";
  slow.read([](const std::string&) { return false; });
  EXPECT_TRUE(slow.ended());
}

// Whoever says nothing takes the place of others who say nothing.
TEST_F(ServeConnections, StrangersShutNobodyOut) {
  Serve serve({counter()});
  serve.login();
  Socket listener(serve.port), open(serve.port);
  listener.send(serve.filled("GET /api/v1/events HTTP/1.1\r\n{host}{auth}\r\n"));
  listener.read([](const std::string& t) { return t.find("whynot") != std::string::npos; });
  const std::string request = serve.filled("GET /api/v1/report HTTP/1.1\r\n{host}{auth}\r\n");
  open.send(request);
  EXPECT_EQ(status_of(open.response()), 200);
  std::vector<std::unique_ptr<Socket>> sockets;
  for (int i = 0; i < 100; ++i) {
    sockets.push_back(std::make_unique<Socket>(serve.port));
    sockets.back()->send("GET / HTTP/1.1\r\nX: ");
  }
  EXPECT_EQ(status_of(serve.get("report")), 200) << "with the token";
  EXPECT_EQ(status_of(serve.ask("GET / HTTP/1.1\r\n{host}\r\n")), 200) << "who has yet to log in";
  open.send(request);
  EXPECT_EQ(status_of(open.response()), 200) << "a connection that had shown it";
  EXPECT_EQ(status_of(serve.run("simulate --steps 1")), 200);
  const auto tells = [](const std::string& t) { return t.find(R"("state":"done")") != std::string::npos; };
  EXPECT_TRUE(tells(listener.read(tells))) << "and a stream of events";
  EXPECT_TRUE(comes_true([&] {
    sockets[0]->read([](const std::string&) { return false; }, std::chrono::milliseconds(250));
    return sockets[0]->ended();
  })) << "the first of the silent ones has gone";
}

TEST_F(ServeConnections, ThoseWhoAreKnownAreNotTooManyEither) {
  Serve serve({counter()});
  serve.login();
  std::vector<std::unique_ptr<Socket>> sockets;
  int turned_away = 0;
  for (int i = 0; i < 40; ++i) {
    sockets.push_back(std::make_unique<Socket>(serve.port));
    sockets.back()->send(serve.filled("GET /api/v1/options HTTP/1.1\r\n{host}{auth}\r\n"));
    turned_away += status_of(sockets.back()->response()) == 503;
  }
  EXPECT_EQ(turned_away, 8);
  EXPECT_EQ(status_of(serve.ask("GET / HTTP/1.1\r\n{host}\r\n")), 200);
}

TEST_F(ServeConnections, StrangersSendShortBodies) {
  Serve serve({counter()});
  const auto announced = [&](const std::string& proof) {
    return status_of(
        serve.ask("POST /api/v1/login HTTP/1.1\r\n{own}" + proof +
                  "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 8000000\r\n\r\n"));
  };
  EXPECT_EQ(announced(""), 413);
  EXPECT_EQ(announced("X-Whynot-Token: 0\r\n"), 413);
  EXPECT_EQ(announced("X-Whynot-Token: {token}\r\n"), 100);
}

TEST_F(ServeConnections, QuestionsTakeNoLongerThanTheServerAllows) {
  Serve serve({counter(), "--timeout", "20s"});
  serve.login();
  EXPECT_EQ(json::parse(body_of(serve.run("check -p back --timeout 20s")))["code"], 0);
  EXPECT_EQ(json::parse(body_of(serve.run("check -p back --timeout 19999ms")))["code"], 0);
  for (const std::string time : {"21s", "20001ms", "1h", "99999999999999h"})
    EXPECT_EQ(status_of(serve.run("check -p back --timeout " + time)), 400) << time;
  EXPECT_EQ(status_of(serve.run("check -p back --timeout 1s --timeout 1h")), 400);
  EXPECT_EQ(status_of(serve.run("check -p back --memory 1K")), 400);
  EXPECT_EQ(status_of(serve.run("check -p back --threads 64")), 400);
}

}  // namespace
}  // namespace whynot::face::web
