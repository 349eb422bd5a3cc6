require "behaviours/wander"
require "behaviours/chaseandattack"

local CrewBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function rowboat(inst)
    if not inst.components.crewmember or not inst.components.crewmember:Shouldrow() then return nil end
    local pos = inst.rowpos
    if pos then return BufferedAction(inst, nil, ACTIONS.ROW, nil, pos) end
end
local function GetBoat(inst) return inst:GetCurrentPlatform() end
local function findstuff(inst)
    local boat = inst.components.crewmember and inst.components.crewmember.boat
    if boat then
        local x, y, z = boat.Transform:GetWorldPosition()
        local ents = TheSim:FindEntities(x, y, z, boat.components.walkableplatform.platform_radius, { "_inventoryitem" })
        return #ents > 0 and BufferedAction(inst, ents[math.random(#ents)], ACTIONS.PICKUP) or nil
    end
    local item = FindEntity(inst, 6, function(e) return e.components.inventoryitem and e.components.inventoryitem.canbepickedup end, { "_inventoryitem" }, { "FX", "DECOR" })
    if item and not inst.components.inventory:IsFull() then
        return BufferedAction(inst, item, ACTIONS.PICKUP)
    end
end
local function tossitem(inst)
    for i = 1, inst.components.inventory.maxslots do
        local item = inst.components.inventory:GetItemInSlot(i)
        if item ~= nil and GetTime() - (inst.lasttoss or 0) > 1 then
            inst.lasttoss = GetTime()
            local act = BufferedAction(inst, nil, ACTIONS.DROP, item)
            act.options.wholestack = false
            return act
        end
    end
end
local function lightning(inst) return TheWorld.state.israining and TheWorld.state.precipitationrate > .2 or IsSpecialEventActive(SPECIAL_EVENTS.WINTERS_FEAST) end

function CrewBrain:OnStart()
    self.inst:WatchWorldState("phase", function(inst, phase) inst.phasenow = phase end)
    local root = PriorityNode({
        WhileNode(function() return self.inst.components.burnable:IsBurning() or lightning(self.inst) end, "panic", Panic(self.inst)),
        ChattyNode(self.inst, STRINGS.CREW_TALK, DoAction(self.inst, rowboat, "row", nil, 3)),
        DoAction(self.inst, findstuff, "find", true, 10),
        DoAction(self.inst, tossitem, "toss"),
        IfNode(function() return GetBoat(self.inst) == nil end, "swim", Leash(self.inst, function() return GetRandomItem({ Vector3(10, 0, 10), Vector3(20, 0, 20) }) end, 10, 5)),
        Wander(self.inst, nil, 5, { minwalktime = .5, randwalktime = .5, minwaittime = 6, randwaittime = 3 }, function() return GetRandomMinMax(0, TWOPI) end),
    }, .5)
    self.bt = BT(self.inst, root)
end

return CrewBrain
