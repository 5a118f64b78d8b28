-- Figure 7(f): on every path states where c1 holds take turns with states where c2 does; here, the button pressed or not.
local c1, c2 = "p", "!p"
local c1_state = true

function init()
  addRule("Q1", c1)
  addRule("Q2", c2)
end

function pickRule(rules, l)
  for _, rule in ipairs(rules) do
    if c1_state and rule.rule == "Q1" then
      c1_state = false
      return rule
    end
    if not c1_state and rule.rule == "Q2" then
      c1_state = true
      return rule
    end
  end
end
