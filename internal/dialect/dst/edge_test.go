package dst

import (
	"encoding/json"
	"testing"
)

// What few scripts do, and some do wrong, ends as the plain rules have it.
func TestEdgesDoAsThePlainRules(t *testing.T) {
	const mine = "local Mine = Class(BehaviourNode, function(self, kids) BehaviourNode._ctor(self, 'Mine', kids) end) "
	for _, src := range []string{
		// arguments that are missing or odd
		"return LatchNode(inst, nil, act('A'))", "return LatchNode(inst, 'x', act('A'))", "return LatchNode(inst, '0.2', act('A'))", "return LatchNode(nil, 0.2, act('A'))",
		"return LatchNode(inst, function(i) return i.GUID / 5 end, act('A'))", "return LatchNode(inst, function() end, act('A'))",
		"return WaitNode('0.2')", "return WaitNode(function() end)", "return WaitNode(-1)", "return WaitNode(math.huge)", "return WaitNode(true)",
		"return ConditionNode()", "return ConditionNode(3)", "return ActionNode('x')", "return ConditionWaitNode()", "return MultiConditionNode(note('s'))",
		"return MultiConditionNode(function() return true end)", "return SequenceNode()", "return SelectorNode()", "return LoopNode()", "return RandomNode()",
		"return ParallelNode()", "return PriorityNode(nil, 0.1, true)", "return PriorityNode(nil, 1)", "return NotDecorator()", "return FailIfRunningDecorator()",
		"return DecoratorNode()", "return EventNode(inst, 'e')", "return EventNode(inst, 5, act('A'))", "return BehaviourNode()", "return BehaviourNode('', {})",
		"return LoopNode({ WaitNode(0.1) }, '2')", "return LoopNode({ act('A') }, false)", "return LoopNode({ WaitNode(0.1) }, 0)", "return LoopNode({ act('A') }, -1)",
		"return PriorityNode({ act('A') }, '0.3', true)", "return PriorityNode({ act('A') }, false, true)", "return PriorityNode({ act('A') }, -1)",
		"return PriorityNode({ EventNode(inst, 'e', act('A'), 'high'), EventNode(inst, 'e', act('R'), 'low') }, 0, true)",
		"return PriorityNode({ EventNode(inst, 'e', act('R'), 1), EventNode(inst, 'e', act('R'), 'x') }, 0, true)",
		"return WhileNode(cond('c'), nil, act('A'))", "return WhileNode(cond('c'), 'w')", "return IfNode(cond('c'), 'i')", "return IfThenDoWhileNode(cond('c'), nil, 'n', act('R'))",
		"return ConditionNode(cond('c'), 7)", "return ParallelNode({ act('A') }, 'own name')", "return ParallelNode{ act('A'), name = (act('R')) }",
		// lists with holes and names
		"return SequenceNode{ act('A'), nil, act('R') }", "return SelectorNode{ act('F'), nil, act('R') }", "return ParallelNode{ act('A'), nil, act('R') }",
		"return PriorityNode({ act('F'), nil, act('R') }, 0, true)", "return RandomNode{ act('F'), nil, act('R') }", "return LoopNode{ act('A'), nil, act('R') }",
		"return SequenceNode{ x = act('A'), y = (act('R')) }", "return ParallelNode{ x = (act('A')) }", "return NotDecorator{ act('A') }",
		// one node in two places
		"local a = act('R') return SequenceNode{ SelectorNode{ a }, a }", "local a = act('A') return ParallelNode{ a, a, a }",
		"local w = WaitNode(0.2) return SequenceNode{ w, w, w }", "local e = EventNode(inst, 'e', act('R')) return PriorityNode({ e, act('A'), e }, 0, true)",
		"local s = SequenceNode{ act('R') } return ParallelNode{ s, NotDecorator(s) }",
		// a class of one's own without this and that
		mine + "return Mine()", mine + "return Mine{ act('A') }", mine + "Mine.Visit = nil return Mine{ act('A') }", mine + "function Mine:Visit() self.status = RUNNING end Mine.Reset = nil return Mine()",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:GetSleepTime() return 0.35 end return Mine()",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:GetSleepTime() return false end return Mine()",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:GetTreeSleepTime() return 0.5 end return SequenceNode{ Mine() }",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:DBString() end return Mine()",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:DBString() return 5.25 end return Mine()",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:GetString() return 'own' end return SequenceNode{ Mine() }",
		mine + "function Mine:Visit() self.status = RUNNING end function Mine:GetTreeString(indent) return indent .. 'own' end return SequenceNode{ Mine() }",
		mine + "function Mine:Visit() self.status = RUNNING self:Sleep(0.5) end return Mine{ BehaviourNode('x') }",
		mine + "function Mine:Visit() self.status = RUNNING self:Sleep(0.5) end return Mine()",
		mine + "function Mine:Visit() self.status = self.status == READY and RUNNING or SUCCESS end function Mine:OnStop() note('gone')() end return SequenceNode{ Mine(), act('R') }",
		mine + "function Mine:Stop() note('stopped')() end return SequenceNode{ Mine{ act('A') }, act('R') }",
		mine + "local Two = Class(Mine, function(self) Mine._ctor(self, {}) end) function Two:Reset() note('two')() self._base.Reset(self) end function Two:Visit() self.status = FAILED end return Two()",
		mine + "local Two = Class(Mine) function Mine:Late() end return ActionNode(function() note(tostring(Two.Late) .. tostring(Mine.Late ~= nil))() end)",
		"local C = Class(ConditionNode, function(self) ConditionNode._ctor(self, cond('c'), 'C') end) return ParallelNodeAny{ C(), act('R') }",
		"local E = Class(EventNode, function(self, ...) EventNode._ctor(self, ...) end) return PriorityNode({ E(inst, 'e', act('R'), 1), EventNode(inst, 'e', act('R')), act('A') }, 0, true)",
		"local P = Class(PriorityNode, function(self, kids) PriorityNode._ctor(self, kids, 50, true) end) return P{ act('R'), EventNode(inst, 'e', act('A')) }",
		"local A = Class(ActionNode, function(self) ActionNode._ctor(self, note('x'), 'A') end) function A:Visit() ActionNode.Visit(self) self.status = RUNNING end return A()",
		"local T = Class(BT, function(self, i, r) BT._ctor(self, i, r) end) function T:Update() note('own')() BT.Update(self) end return T(inst, SequenceNode{ act('A') })",
		// what is printed
		"local n = act('A') n.name = 'renamed' return n", "return ConditionWaitNode(cond('c'), 'a' .. 1)", "return SequenceNode{ WaitNode(1.005), LatchNode(inst, 0.1, act('R')) }",
		"return PriorityNode({ act('R') }, math.huge, true)", "return PriorityNode({ act('R') }, 1e10, true)", "local w = WaitNode(math.huge) return ParallelNode{ w, act('R') }",
		// errors half way
		"local n = 0 return SequenceNode{ act('A'), ActionNode(function() n = n + 1 if n == 3 then error('x') end end), act('R') }",
		"return ParallelNode{ act('R'), ConditionNode(function() return GetTime() + nil end) }", "return PriorityNode({ act('F'), ActionNode(function() local x = nil x.y = 1 end) }, 0, true)",
		"return EventNode(inst, 'e', ActionNode(function() error('heard') end))", "inst:ListenForEvent('e', function() error('heard') end) return act('A')",
		// events within
		"return PriorityNode({ EventNode(inst, 'e', SequenceNode{ act('R'), act('A') }), SequenceNode{ act('A'), ActionNode(push('e')), act('R') } }, 0.5, true)",
		"return SequenceNode{ ConditionNode(function() inst:PushEvent('e') return true end), EventNode(inst, 'e', act('R')) }",
		"return ParallelNode{ EventNode(inst, 'e', act('R')), ActionNode(push('e')) }", "return EventNode(inst, 'e', LoopNode({ WaitNode(0.1), ActionNode(push('f')), EventNode(inst, 'f', act('A')) }, 2))",
		"local e e = EventNode(inst, 'e', ActionNode(function() note(tostring(e.data) .. tostring(e.triggered) .. e.status)() end)) return e",
		"local e = EventNode(inst, 'e', act('R')) return SequenceNode{ e, ActionNode(function() e:OnStop() e:OnStop() end), act('R') }",
		// a brain that is listed again while it waits
		mine + `function Mine:Visit() self.status = RUNNING self:Sleep(0.5 - GetTime()) note("v")() end
			inst:ListenForEvent("e", function() local b, m = inst.brain, BrainManager if not b then return end
				if GetTick() == 1 then m:AddInstance(b) else m:Hibernate(b) end end) return Mine()`,
	} {
		for _, brain := range []bool{false, true} {
			line, err := json.Marshal(map[string]any{
				"name": "t", "dialect": "dst", "dt": 0.1, "ticks": 8, "source": "local root\n" + src, "brain": brain, "report": []string{"sleep", "list"},
				"tree_at": []int{0, 1, 2, 3, 4, 5, 6, 7}, "random": []float64{0.2, 0.7, 0.4, 0.9}, "limit": 300_000,
				"leaves": map[string][]string{"A": {"success"}, "R": {"running", "running", "success"}, "F": {"failure"}},
				"values": map[string][]any{"c": {true, true, false, 0, true, false}}, "sleeps": map[string][]any{"R": {0.3, nil}},
				"events": []map[string]any{{"tick": 1, "name": "e", "data": 3}, {"tick": 4, "name": "e"}, {"tick": 6, "name": "e", "data": "x"}},
				"ops":    []map[string]any{{"tick": 3, "op": "forceupdate"}, {"tick": 5, "op": "reset"}, {"tick": 7, "op": "stop"}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff, _ := againstPlain(t, line); diff != "" {
				t.Errorf("brain %v: %s", brain, diff)
			}
		}
	}
}
