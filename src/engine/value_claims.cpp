#include "engine/value_claims.h"

namespace whynot::engine {
namespace {

constexpr const char* other_length = "the engine of decision diagrams finds another length";

class Claims {
 public:
  Claims(ExprPool& pool, const Compute& compute) : pool_(pool), compute_(compute) {}

  std::vector<Claim> of(const Computed& computed) {
    if (!computed.value) {
      // Ways of every length need no fair run that avoids the goal forever.
      add(TimeBounds{}, !compute_.maximum,
          "there is no longest way, though every fair run ends in the goal: no certificate shows that");
      return std::move(claims_);
    }
    const auto length = static_cast<std::uint64_t>(*computed.value);
    if (length > 0) add({0, length - 1}, !compute_.maximum, other_length);
    add({0, length}, compute_.maximum, other_length);
    return std::move(claims_);
  }

 private:
  // MIN: nowhere does a way within the bounds start.  MAX: all ways end within them.
  void add(TimeBounds bounds, bool holds, std::string otherwise) {
    const Expr from = compute_.from, to = compute_.to;
    const Expr here = compute_.maximum ? pool_.implies(from, pool_.temporal(Op::AF, {to}, bounds))
                                       : pool_.not_(pool_.and_(from, pool_.temporal(Op::EF, {to}, bounds)));
    Property property;
    property.kind = PropertyKind::Ctl;
    property.formula = pool_.temporal(Op::AG, {here});
    claims_.push_back({std::move(property), holds, std::move(otherwise)});
  }

  ExprPool& pool_;
  const Compute& compute_;
  std::vector<Claim> claims_;
};

}  // namespace

std::vector<Claim> value_claims(ExprPool& pool, const Compute& compute, const Computed& computed) {
  return Claims(pool, compute).of(computed);
}

}  // namespace whynot::engine
