-- One of those who circle a target behind a leader.
local FormationFollower = Class(function(self, inst)
    self.inst = inst
    self.in_formation, self.active = false, false
    self.formation_type = "monster"
    self.searchradius, self.leashdistance = 50, 70
end)

function FormationFollower:OnRemoveFromEntity() self:LeaveFormation() end
function FormationFollower:OnRemoveEntity() self:LeaveFormation() end
function FormationFollower:OnEntitySleep() self.inst:StopUpdatingComponent(self) end
function FormationFollower:OnEntityWake()
    if self.active then self.inst:StartUpdatingComponent(self) end
end

function FormationFollower:StartUpdating()
    self.active = true
    self.inst:StartUpdatingComponent(self)
end

function FormationFollower:StopUpdating()
    self.active = false
    self.inst:StopUpdatingComponent(self)
end

function FormationFollower:SearchForFormation()
    local x, y, z = self.inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.searchradius, { "formationleader_" .. self.formation_type })) do
        local leader = e.components.formationleader
        if leader ~= nil and not leader:IsFormationFull() then return leader:NewFormationMember(self.inst) end
    end
    return false
end

function FormationFollower:LeaveFormation()
    local leader = self.formationleader
    if leader ~= nil then leader:OnLostFormationMember(self.inst) end
    self.formationleader, self.in_formation, self.formationpos = nil, false, nil
end

function FormationFollower:OnUpdate(dt)
    if self.onupdatefn ~= nil then self.onupdatefn(self.inst, dt) end
    if self.formationpos ~= nil and not self.inst:IsNear(self.formationleader.inst, self.leashdistance) then self:LeaveFormation() end
end

return FormationFollower
