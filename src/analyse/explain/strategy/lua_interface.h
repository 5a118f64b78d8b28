// What scripts find beside Lua's own functions: rules of their own, and the names of the paper's Figure 7.
#pragma once
#include <string_view>

namespace whynot::analyse::explain {

// Run before a script.  The rules that it adds are what `added_rules()` lists, a line for each: its name, a tab, the
// condition on the next state.
constexpr std::string_view before_script = R"lua(
local rules = {}

function add_rule(name, condition)
  if type(name) ~= "string" or name:find("[\t\n]") then error("add_rule takes a name and a condition", 2) end
  if type(condition) ~= "string" or condition:find("\n") then error("add_rule takes a name and a condition", 2) end
  for _, rule in ipairs(rules) do
    if rule.name == name then rule.condition = condition return name end
  end
  table.insert(rules, {name = name, condition = condition})
  return name
end

function remove_rule(name)
  for i, rule in ipairs(rules) do
    if rule.name == name then table.remove(rules, i) return end
  end
end

function added_rules()
  local lines = {}
  for i, rule in ipairs(rules) do lines[i] = rule.name .. "\t" .. rule.condition end
  return table.concat(lines, "\n")
end

function is_state(state)
  local names, parts = {}, {}
  for name in pairs(state) do table.insert(names, name) end
  table.sort(names)
  for i, name in ipairs(names) do
    local value = state[name]
    if value == true then parts[i] = name
    elseif value == false then parts[i] = "!" .. name
    else parts[i] = name .. " = " .. tostring(value) end
  end
  return #parts == 0 and "TRUE" or "(" .. table.concat(parts, " & ") .. ")"
end

function size(rule) return rule.size end
function try_apply(rule) return rule end
function get_state(node) return node.state end
function random_element(list) return list[random(#list)] end

addRule, removeRule, tryApply, getState, randomElmnt = add_rule, remove_rule, try_apply, get_state, random_element
)lua";

// Run after it: functions under the paper's names are those that are called.
constexpr std::string_view after_script = R"lua(
pick_leaf = pick_leaf or pickLeaf
pick_rule = pick_rule or pickRule
if ruleApplied and not rule_applied then
  function rule_applied(leaf) ruleApplied(leaf.rule, leaf, {state = leaf.result}) end
end
)lua";

}  // namespace whynot::analyse::explain
