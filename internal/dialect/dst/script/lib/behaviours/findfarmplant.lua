-- Goes to a plant and does an action with it: to one that was not tended yet, or, for who
-- wants plants to suffer, to one that was.
local FindFarmPlant = Class(BehaviourNode, function(self, inst, action, wantsstressed, validplantfn)
    BehaviourNode._ctor(self, "FindFarmPlant")
    self.inst, self.action, self.wantsstressed, self.validplantfn = inst, action, wantsstressed, validplantfn
end)

local must = { "farm_plant" }

function FindFarmPlant:DBString() return "to " .. tostring(self.inst.planttarget) end

function FindFarmPlant:IsFit(plant)
    local tend = plant.components.farmplanttendable
    return tend ~= nil and tend.tendable == not self.wantsstressed
        and (self.validplantfn == nil or self.validplantfn(self.inst, plant))
end

function FindFarmPlant:PickTarget()
    self.inst.planttarget = FindEntity(self.inst, 20, function(plant) return self:IsFit(plant) end, must)
end

function FindFarmPlant:Visit()
    local inst = self.inst
    if self.status == READY then
        self:PickTarget()
        if inst.planttarget == nil then
            self.status = FAILED
            return
        end
        self.status = RUNNING
        inst.components.locomotor:PushAction(BufferedAction(inst, inst.planttarget, self.action, nil, nil, nil, 0.1))
    end
    if self.status ~= RUNNING then return end
    local plant = inst.planttarget
    if plant == nil or not plant:IsValid() or not self:IsFit(plant) then
        inst.planttarget, self.status = nil, FAILED
    end
end

return { FindFarmPlant = FindFarmPlant }
