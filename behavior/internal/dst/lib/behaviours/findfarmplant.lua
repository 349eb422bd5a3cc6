-- Goes to a plant that wants to be tended and tends it.
local FindFarmPlant = Class(BehaviourNode, function(self, inst, action, wantsstressed, getclosest)
    BehaviourNode._ctor(self, "FindFarmPlant")
    self.inst, self.action, self.wantsstressed, self.getclosest = inst, action, wantsstressed, getclosest
end)

function FindFarmPlant:Visit()
    local inst = self.inst
    if self.status == READY then
        inst.planttarget = FindEntity(inst, 20, function(plant)
            local tend = plant.components.farmplanttendable
            return tend ~= nil and tend.tendable
        end, { "farm_plant" })
        self.status = inst.planttarget and RUNNING or FAILED
        if inst.planttarget then
            inst.components.locomotor:PushAction(BufferedAction(inst, inst.planttarget, self.action), self.shouldrun)
        end
    end
    if self.status == RUNNING and (inst.planttarget == nil or inst:GetBufferedAction() == nil) then
        self.status = inst.planttarget and SUCCESS or FAILED
    end
end

return { FindFarmPlant = FindFarmPlant }
