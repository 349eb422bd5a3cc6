-- Leads followers who circle a target at fixed places.
local FormationLeader = Class(function(self, inst, plain)
    self.inst = inst
    self.formation_type = "monster"
    self.min_formation_size, self.max_formation_size = 1, 6
    self.formation, self.formationsize = {}, 0
    self.radius, self.thetaincrement, self.theta = 5, 1, 0
    self.reverse = false
    self.lifetime, self.age = 0, 0
    if plain then return end
    inst:AddTag("formationleader_" .. self.formation_type)
    inst:StartUpdatingComponent(self)
end)

function FormationLeader:OnRemoveFromEntity() self:DisbandFormation() end
function FormationLeader:OnRemoveEntity() self:DisbandFormation() end

function FormationLeader:SetUp(target, first)
    self.target = target
    self.inst.Transform:SetPosition(target.Transform:GetWorldPosition())
    if first ~= nil then self:NewFormationMember(first) end
end

function FormationLeader:IsFormationFull() return self.formationsize >= self.max_formation_size end
function FormationLeader:GetFormationSize() return self.formationsize end

function FormationLeader:ValidMember(e)
    local health = e.components.health
    return e:IsValid() and e.components.formationfollower ~= nil and not (health ~= nil and health:IsDead())
end

function FormationLeader:NewFormationMember(e)
    local member = e.components.formationfollower
    if member == nil or member.formationleader ~= nil or self:IsFormationFull() then return false end
    table.insert(self.formation, e)
    self.formationsize = self.formationsize + 1
    member.formationleader, member.in_formation = self, true
    if self.onjoin ~= nil then self.onjoin(self.inst, e) end
    return true
end

function FormationLeader:OnLostFormationMember(e)
    for i, other in ipairs(self.formation) do
        if other == e then
            table.remove(self.formation, i)
            self.formationsize = self.formationsize - 1
            break
        end
    end
    local member = e.components.formationfollower
    if member ~= nil and member.formationleader == self then
        member.formationleader, member.in_formation, member.formationpos = nil, false, nil
        if member.onleaveformationfn ~= nil then member.onleaveformationfn(e, self.inst) end
    end
end

function FormationLeader:DisbandFormation()
    if self.disbanded then return end
    self.disbanded = true
    while self.formation[1] ~= nil do self:OnLostFormationMember(self.formation[1]) end
    if self.ondisbandfn ~= nil then self.ondisbandfn(self.inst) end
    if self.inst:IsValid() then self.inst:Remove() end
end

function FormationLeader:GetTheta(dt)
    local step = dt * self.thetaincrement
    return self.theta + (self.reverse and -step or step)
end

function FormationLeader:SetFormationPositions()
    local at = self.target:GetPosition()
    for i, e in ipairs(self.formation) do
        local angle = self.theta + 2 * PI * (i - 1) / self.formationsize
        e.components.formationfollower.formationpos = at + Vector3(self.radius * math.cos(angle), 0, -self.radius * math.sin(angle))
    end
end

function FormationLeader:OnUpdate(dt)
    for i = self.formationsize, 1, -1 do
        local e = self.formation[i]
        if not self:ValidMember(e) then self:OnLostFormationMember(e) end
    end
    self.age = self.age + dt
    if self.target == nil or not self.target:IsValid() or self.formationsize < self.min_formation_size
        or self.keepthreatfn ~= nil and not self.keepthreatfn(self.inst, self.target) then
        self:DisbandFormation()
        return
    end
    self.theta = self:GetTheta(dt)
    self.inst.Transform:SetPosition(self.target.Transform:GetWorldPosition())
    self:SetFormationPositions()
end

return FormationLeader
