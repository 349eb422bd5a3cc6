-- One of a team that circles a threat and strikes when it is told to.
local TeamAttacker = Class(function(self, inst, plain)
    self.inst = inst
    self.inteam = false
    self.team_type = "monster"
    self.searchradius, self.leashdistance = 50, 70
    if plain then return end
    inst:AddTag("team_" .. self.team_type)
    inst:StartUpdatingComponent(self)
end)

function TeamAttacker:OnRemoveFromEntity()
    self:LeaveTeam()
    self.inst:RemoveTag("team_" .. self.team_type)
end

function TeamAttacker:OnRemoveEntity() self:LeaveTeam() end
function TeamAttacker:OnEntitySleep() self.inst:StopUpdatingComponent(self) end
function TeamAttacker:OnEntityWake() self.inst:StartUpdatingComponent(self) end

-- Joins the first team of its kind that is near and has room.
function TeamAttacker:SearchForTeam()
    local x, y, z = self.inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.searchradius, { "teamleader_" .. self.team_type })) do
        local team = e.components.teamleader
        if team ~= nil and not team:IsTeamFull() then
            team:NewTeammate(self.inst)
            return true
        end
    end
    return false
end

function TeamAttacker:GetOrders() return self.orders end

function TeamAttacker:LeaveTeam()
    local leader = self.teamleader
    if leader ~= nil then leader:OnLostTeammate(self.inst) end
    self.teamleader, self.orders, self.inteam, self.formationpos = nil, nil, false, nil
end

function TeamAttacker:LeaveFormation()
    if self.teamleader ~= nil then self:LeaveTeam() end
end

function TeamAttacker:JoinFormation() return self.teamleader ~= nil or self:SearchForTeam() end

local function dead(inst)
    local health = inst.components.health
    return health ~= nil and health:IsDead()
end

function TeamAttacker:ShouldGoHome()
    local places = self.inst.components.knownlocations
    local home = places ~= nil and places:GetLocation("home") or nil
    return home ~= nil and self.inst:GetDistanceSqToPoint(home:Get()) > self.leashdistance * self.leashdistance
end

function TeamAttacker:OnUpdate()
    if self.teamleader == nil then return end
    if dead(self.inst) or self:ShouldGoHome() then
        self:LeaveTeam()
        return
    end
    if self.orders == ORDERS.HOLD or self.orders == ORDERS.WARN then
        local combat = self.inst.components.combat
        if combat ~= nil and combat.target ~= nil then combat:DropTarget() end
    elseif self.orders == ORDERS.ATTACK and self.teamleader.threat ~= nil then
        local combat = self.inst.components.combat
        if combat ~= nil and combat.target ~= self.teamleader.threat then combat:SuggestTarget(self.teamleader.threat) end
    end
end

return TeamAttacker
