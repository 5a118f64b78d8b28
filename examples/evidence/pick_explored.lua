-- Figure 7(e): steps lead to states that the proof has already, where they can.
local N = {}

local function any_of(conditions)
  return #conditions == 0 and "FALSE" or table.concat(conditions, " | ")
end

function init()
  addRule("Q", any_of(N))
end

function pickRule(rules, l)
  for _, rule in ipairs(rules) do
    if rule.rule == "Q" then return rule end
  end
end

function ruleApplied(r, n, result)
  local s = getState(result)
  if not s then return end
  table.insert(N, is_state(s))
  addRule("Q", any_of(N))
end
