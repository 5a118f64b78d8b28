#include "solve/substitution.h"

#include "base/check.h"

namespace whynot::solve {

void Substitution::set(std::uint32_t input, Lit image) {
  if (image_.size() <= input) image_.resize(from_->size(), unset);
  image_[input] = image.code();
}

Lit Substitution::apply(Lit l) {
  if (image_.size() < from_->size()) image_.resize(from_->size(), unset);
  if (!has(l.node())) stack_.push_back(l.node());
  while (!stack_.empty()) {
    const std::uint32_t node = stack_.back();
    WHYNOT_CHECK(from_->is_and(node), "every input below a copied circuit should have an image");
    const Lit a = from_->left(node), b = from_->right(node);
    if (!has(a.node())) {
      stack_.push_back(a.node());
    } else if (!has(b.node())) {
      stack_.push_back(b.node());
    } else {
      stack_.pop_back();
      image_[node] = to_->and_(image(a), image(b)).code();
    }
  }
  return image(l);
}

}  // namespace whynot::solve
