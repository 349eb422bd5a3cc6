require "behaviours/doaction"
require "behaviours/wander"
local Watchman = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Home(inst) return inst.components.homeseeker.home end
local function AddFuel(inst)
    local home = Home(inst)
    if home == nil or home.components.fueled == nil or home.components.fueled:GetPercent() > 0.25 then return nil end
    local log = inst.components.inventory:FindItem(function(item) return item.components.fuel ~= nil end)
    return log and BufferedAction(inst, home, ACTIONS.ADDFUEL, log) or nil
end
function Watchman:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return not TheWorld.state.isday end, "Night", PriorityNode({
            DoAction(inst, AddFuel, "feed"),
            Wander(inst, function() return Home(inst):GetPosition() end, 3),
        }, 0.25)),
        Wander(inst, function() return Home(inst):GetPosition() end, 10),
    }, 0.25))
end
return Watchman
