// Not compiled: what tools/lint_dense should find, and what it should leave alone.
#include <map>
#include <string>

struct Named {
  int value, other;
  Named(int a, int b) : value(a), other(b > 0 ? b : 0) {}
};

int chained(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }
int inside(int a) { return a == 0 ? 0 : std::max(a, a > 9 ? 9 : 1); }
void joined(int& a, int& b) {
  if (a > b) a = 1, b = 2;
  for (int i = 0; i < a; ++i, --b) ++a;
}
int returned(int& a) { return ++a, a; }

// Nothing here.
int apart(int a, int b) {
  const int x = a > 0 ? a : -a, y = b > 0 ? b : -b;
  std::map<int, std::string> names = {{x, "a ? b : c ? d : e"}, {y, "a, b"}};
  const auto sign = [](int n) { return n < 0 ? -1 : 1; };
  if (a > 0 ? b > 0 : b < 0) return std::max(x > y ? x : y, sign(a));
  switch (a) {
    case 0: return b > 0 ? 1 : 0;
    default: break;
  }
  return a == b ? sign(a) : sign(b);
}
