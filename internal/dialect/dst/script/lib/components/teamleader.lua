-- A team around a threat. The entity that has it circles the threat, and sends one
-- or two of its members in from time to time.
local TeamLeader = Class(function(self, inst, plain)
    self.inst = inst
    self.team_type = "monster"
    self.min_team_size, self.max_team_size = 3, 6
    self.team, self.teamsize = {}, 0
    self.radius, self.thetaincrement, self.theta = 5, 1, 0
    self.attackinterval, self.timebetweenattacks = 3, 3
    self.maxchasetime, self.chasetime = 30, 0
    self.attack_grp_size, self.chanceoftwo = 1, 0.25
    self.lifetime = 0
    if plain then return end
    inst:AddTag("teamleader_" .. self.team_type)
    inst:StartUpdatingComponent(self)
end)

function TeamLeader:OnRemoveFromEntity() self:DisbandTeam() end
function TeamLeader:OnRemoveEntity() self:DisbandTeam() end

function TeamLeader:SetKeepThreatFn(fn) self.keepthreatfn = fn end
function TeamLeader:SetAttackGrpSize(size) self.attack_grp_size = size end
function TeamLeader:GetTeamSize() return self.teamsize end
function TeamLeader:IsTeamFull() return self.teamsize >= self.max_team_size end
function TeamLeader:TeamSizeControl() end
function TeamLeader:CanAttack() return self.teamsize >= self.min_team_size end

-- Members in the order in which they came.
function TeamLeader:List()
    local list = {}
    for _, e in ipairs(self.team) do table.insert(list, e) end
    return list
end

function TeamLeader:ValidMember(e)
    local member = e.components.teamattacker
    local health = e.components.health
    return e:IsValid() and member ~= nil and member.teamleader == self and not (health ~= nil and health:IsDead())
end

function TeamLeader:NewTeammate(e)
    local member = e.components.teamattacker
    if member == nil or member.teamleader ~= nil or self:IsTeamFull() then return end
    table.insert(self.team, e)
    self.teamsize = self.teamsize + 1
    member.teamleader, member.inteam, member.orders = self, true, ORDERS.HOLD
    self.struck = self.struck or function() self.chasetime = 0 end
    self.inst:ListenForEvent("attacked", self.struck, e)
    self.inst:ListenForEvent("onattackother", self.struck, e)
end

function TeamLeader:BroadcastDistress(from)
    from = from or self.inst
    local x, y, z = from.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, 30, { "team_" .. self.team_type })) do
        if e ~= from then self:NewTeammate(e) end
    end
end

function TeamLeader:OnLostTeammate(e)
    for i, other in ipairs(self.team) do
        if other == e then
            table.remove(self.team, i)
            self.teamsize = self.teamsize - 1
            self.inst:RemoveEventCallback("attacked", self.struck, e)
            self.inst:RemoveEventCallback("onattackother", self.struck, e)
            break
        end
    end
    local member = e.components.teamattacker
    if member ~= nil and member.teamleader == self then
        member.teamleader, member.inteam, member.orders, member.formationpos = nil, false, nil, nil
    end
end

function TeamLeader:SetNewThreat(threat)
    self.threat = threat
    self.chasetime = 0
    self.lost = self.lost or function() self:DisbandTeam() end
    self.inst:ListenForEvent("onremove", self.lost, threat)
end

-- Begins with a threat and the one whom it threatens, whose kind the team is of.
function TeamLeader:SetUp(threat, first)
    local kind = first.components.teamattacker.team_type
    if kind ~= self.team_type then
        self.inst:RemoveTag("teamleader_" .. self.team_type)
        self.inst:AddTag("teamleader_" .. kind)
        self.team_type = kind
    end
    if threat ~= nil then self:SetNewThreat(threat) end
    self.inst.Transform:SetPosition(first.Transform:GetWorldPosition())
    self:NewTeammate(first)
    self:BroadcastDistress(first)
end

-- Everybody leaves, and the leader itself goes.
function TeamLeader:DisbandTeam()
    if self.disbanded then return end
    self.disbanded = true
    for _, e in ipairs(self:List()) do self:OnLostTeammate(e) end
    self.threat = nil
    if self.inst:IsValid() then self.inst:Remove() end
end

function TeamLeader:GiveOrders(order, n)
    for _, e in ipairs(self:List()) do
        local member = e.components.teamattacker
        if n > 0 and member.orders == ORDERS.HOLD then
            member.orders = order
            n = n - 1
        end
    end
end

function TeamLeader:GiveOrdersToAllWithOrder(order, old)
    for _, e in ipairs(self:List()) do
        if e.components.teamattacker.orders == old then e.components.teamattacker.orders = order end
    end
end

function TeamLeader:NumWithOrder(order)
    local n = 0
    for _, e in ipairs(self:List()) do
        if e.components.teamattacker.orders == order then n = n + 1 end
    end
    return n
end

function TeamLeader:AllInState(order)
    return self.teamsize > 0 and self:NumWithOrder(order) == self.teamsize
end

-- Places on a circle around the threat, which turns.
function TeamLeader:SetFormationPositions()
    local at, n = self.threat:GetPosition(), self.teamsize
    for i, e in ipairs(self:List()) do
        local angle = self.theta + 2 * PI * (i - 1) / n
        e.components.teamattacker.formationpos = at + Vector3(self.radius * math.cos(angle), 0, -self.radius * math.sin(angle))
    end
end

local WARN_TIME = 0.5 -- seconds between the warning and the strike

local function strike(inst, self) self:GiveOrdersToAllWithOrder(ORDERS.ATTACK, ORDERS.WARN) end

-- Those who struck go back into the circle before others are sent.
function TeamLeader:ManageTeam()
    self:GiveOrdersToAllWithOrder(ORDERS.HOLD, ORDERS.ATTACK)
    local n = FunctionOrValue(self.attack_grp_size, self.inst)
    if n == 1 and math.random() < self.chanceoftwo then n = 2 end
    self:GiveOrders(ORDERS.WARN, n)
    self.inst:DoTaskInTime(WARN_TIME, strike, self)
end

function TeamLeader:OnUpdate(dt)
    for _, e in ipairs(self:List()) do
        if not self:ValidMember(e) then self:OnLostTeammate(e) end
    end
    self.lifetime = self.lifetime + dt
    self.chasetime = self.chasetime + dt
    local threat = self.threat
    if threat == nil or not threat:IsValid() or self.teamsize == 0 or self.chasetime > self.maxchasetime
        or threat.components.health ~= nil and threat.components.health:IsDead()
        or self.keepthreatfn ~= nil and not self.keepthreatfn(self.inst, threat) then
        self:DisbandTeam()
        return
    end
    self.inst.Transform:SetPosition(threat.Transform:GetWorldPosition())
    self.theta = (self.theta + dt * self.thetaincrement) % (2 * PI)
    self:SetFormationPositions()
    if not self:CanAttack() then return end
    self.timebetweenattacks = self.timebetweenattacks - dt
    if self.timebetweenattacks <= 0 then
        self.timebetweenattacks = self.attackinterval
        self:ManageTeam()
    end
end

return TeamLeader
