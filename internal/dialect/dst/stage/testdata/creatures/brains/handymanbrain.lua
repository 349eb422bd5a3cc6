require "behaviours/doaction"
local Handyman = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Steered(inst) return inst.components.playercontroller:IsControlPressed(CONTROL_PRIMARY) end
local function Carries(inst, prefab) return inst.components.inventory:FindItem(function(item) return item.prefab == prefab end) end
local function near(inst, fn, must) return FindEntity(inst, 40, fn, must, { "INLIMBO" }) end

local function Work(id)
    return function(inst)
        local what = near(inst, nil, { id .. "_workable" })
        return what and BufferedAction(inst, what, ACTIONS[id], inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS)) or nil
    end
end
local function Equip(inst)
    local axe = Carries(inst, "axe")
    return axe and BufferedAction(inst, nil, ACTIONS.EQUIP, axe) or nil
end
local function Harvest(inst)
    local nest = near(inst, function(e) return e.components.harvestable.produce >= 2 end, { "harvestable" })
    return nest and not inst.done.HARVEST and BufferedAction(inst, nest, ACTIONS.HARVEST) or nil
end
local function Store(inst)
    local egg, chest = Carries(inst, "egg"), near(inst, nil, { "chest" })
    return egg and chest and BufferedAction(inst, chest, ACTIONS.STORE, egg) or nil
end
local function Child(id, prefab)
    return function(inst)
        local item, child = Carries(inst, prefab), near(inst, nil, { "child" })
        return item and child and BufferedAction(inst, child, ACTIONS[id], item) or nil
    end
end
local function Nuzzle(inst)
    local child = near(inst, nil, { "child" })
    if inst.done.NUZZLE or child == nil then return nil end
    local action = BufferedAction(inst, child, ACTIONS.NUZZLE)
    action:AddSuccessAction(function() child.nuzzled = child.nuzzled + 1 end)
    return action
end
local function Pick(inst)
    local plant = near(inst, function(e) return e.components.pickable:CanBePicked() end, { "pickable" })
    return plant and BufferedAction(inst, plant, ACTIONS.PICK) or nil
end
local function PickUp(inst)
    local item = near(inst, function(e) return e.prefab == "log" end, { "_inventoryitem" })
    return item and BufferedAction(inst, item, ACTIONS.PICKUP) or nil
end
local function Drop(inst)
    local twigs = Carries(inst, "twigs")
    return twigs and BufferedAction(inst, nil, ACTIONS.DROP, twigs, inst:GetPosition()) or nil
end
local function LookAt(inst)
    local child = near(inst, nil, { "child" })
    return not inst.done.LOOKAT and child and BufferedAction(inst, child, ACTIONS.LOOKAT) or nil
end
local function WalkTo(inst)
    local child = near(inst, nil, { "child" })
    return not inst.done.WALKTO and child and BufferedAction(inst, child, ACTIONS.WALKTO) or nil
end
local function Sleep(inst) return BufferedAction(inst, inst, ACTIONS.SLEEP) end

function Handyman:OnStart()
    local inst = self.inst
    local jobs = {}
    for i, job in ipairs({ Equip, Work("CHOP"), Work("MINE"), Work("DIG"), Work("HAMMER"), Pick, Drop, PickUp, Harvest, Store, Child("HEAL", "salve"), Child("GIVE", "ration"), LookAt, WalkTo, Nuzzle, Sleep }) do
        table.insert(jobs, DoAction(inst, job, "job " .. i, true))
    end
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return Steered(inst) end, "Steered", StandStill(inst)),
        PriorityNode(jobs, 0.25),
    }, 0.25))
end
return Handyman
