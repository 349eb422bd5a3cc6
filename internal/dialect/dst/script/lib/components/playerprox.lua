-- Whether a player is near, looked at every ten frames.
local PERIOD = 10 * FRAMES

local PlayerProx = Class(function(self, inst, plain)
    self.inst = inst
    self.near, self.far = 2, 3
    self.isclose = false
    self.alivemode = true
    self.period = PERIOD
    if not plain then self:Schedule() end
end)

local function look(inst, self) self:ForceUpdate() end

function PlayerProx:Stop()
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
end

function PlayerProx:OnRemoveFromEntity() self:Stop() end
function PlayerProx:OnEntitySleep()
    self:ForceUpdate()
    self:Stop()
end

function PlayerProx:OnEntityWake()
    self:Schedule()
    self:ForceUpdate()
end

function PlayerProx:Schedule(period)
    if period ~= nil then self.period = period end
    self:Stop()
    self.task = self.inst:DoPeriodicTask(self.period, look, nil, self)
end

function PlayerProx:SetDist(near, far) self.near, self.far = near, far end
function PlayerProx:SetOnPlayerNear(fn) self.onnear = fn end
function PlayerProx:SetOnPlayerFar(fn) self.onfar = fn end
function PlayerProx:SetPlayerAliveMode(alive) self.alivemode = alive end
function PlayerProx:IsPlayerClose() return self.isclose end

-- Which players are looked at: any, the one that came near first, all, or one.
PlayerProx.AliveModes = { AliveOnly = true, DeadOnly = false, DeadOrAlive = nil }
PlayerProx.TargetModes = { AnyPlayer = "any", LockOnPlayer = "lock", LockAndKeepPlayer = "keep", SpecificPlayer = "one", AllPlayers = "all" }

function PlayerProx:SetTargetMode(mode, target, override)
    self.targetmode, self.target = mode, target
end

local function fits(self, player)
    local dead = IsEntityDeadOrGhost(player)
    return self.alivemode == nil or self.alivemode ~= dead
end

-- All that are near, each told once when it comes and when it goes.
local function eachPlayer(self)
    self.closeplayers = self.closeplayers or {}
    for _, player in ipairs(AllPlayers) do
        local was = self.closeplayers[player]
        local is = fits(self, player) and player:IsNear(self.inst, was and self.far or self.near)
        if is and not was then
            self.closeplayers[player] = true
            if self.onnear ~= nil then self.onnear(self.inst, player) end
        elseif was and not is then
            self.closeplayers[player] = nil
            if self.onfar ~= nil then self.onfar(self.inst, player) end
        end
    end
    self.isclose = next(self.closeplayers) ~= nil
end

function PlayerProx:ForceUpdate()
    if self.targetmode == "all" then return eachPlayer(self) end
    local far = self.isclose and self.far or self.near
    local player
    if self.target ~= nil and self.targetmode ~= "any" then
        if self.target:IsValid() and self.target:IsNear(self.inst, far) and fits(self, self.target) then player = self.target end
    else
        player = FindClosestPlayerToInst(self.inst, far, self.alivemode)
    end
    if player ~= nil and not self.isclose then
        self.isclose = true
        if self.targetmode == "lock" or self.targetmode == "keep" then self.target = player end
        if self.onnear ~= nil then self.onnear(self.inst, player) end
    elseif player == nil and self.isclose then
        self.isclose = false
        if self.targetmode == "lock" then self.target = nil end
        if self.onfar ~= nil then self.onfar(self.inst) end
    end
end

return PlayerProx
