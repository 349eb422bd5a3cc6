require "behaviours/doaction"
require "behaviours/follow"
require "behaviours/wander"
local Cat = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Leader(inst) return inst.components.follower.leader end
local function Toy(inst)
    local toy = FindEntity(inst, 15, nil, { "cattoy" }, { "popped", "INLIMBO" })
    if toy == nil then return nil end
    return BufferedAction(inst, toy, toy:HasTag("cattoyairborne") and ACTIONS.CATPLAYAIR or ACTIONS.CATPLAYGROUND)
end
local function Hairball(inst)
    if GetTime() - inst.last_hairball_time < (Leader(inst) and inst.hairball_friend_interval or inst.hairball_neutral_interval) then return nil end
    return BufferedAction(inst, Leader(inst), ACTIONS.HAIRBALL)
end
function Cat:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        DoAction(inst, Hairball, "hairball", true),
        DoAction(inst, Toy, "play", true),
        Follow(inst, Leader, 1, 3, 6),
        Wander(inst, nil, 4),
    }, 0.25))
end
return Cat
