-- Figure 7(d): of the rules that apply, the one that leaves the fewest temporal operators to prove.
function pickRule(rules, l)
  local best
  for _, Q in ipairs(rules) do
    if size(Q) and (not best or size(tryApply(Q, l)) < size(tryApply(best, l))) then best = Q end
  end
  return best
end
