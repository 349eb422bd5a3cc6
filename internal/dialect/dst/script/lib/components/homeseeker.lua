-- Where a creature lives. When the home is gone, so is this component.
local native = ...

local HomeSeeker = Class(function(self, inst, plain)
    self.inst = inst
    self.removeonhomeremoved = true
    if plain and native.isbody(inst) then self.home = native.homeof(inst) end
end)

function HomeSeeker:OnRemoveFromEntity() self:SetHome(nil) end

function HomeSeeker:SetHome(home)
    if self.onremoved ~= nil then
        self.inst:RemoveEventCallback("onremove", self.onremoved, self.home)
        self.onremoved = nil
    end
    self.home = home
    if home == nil then return end
    self.onremoved = function()
        self.onremoved = nil
        self.home = nil
        if self.removeonhomeremoved then self.inst:RemoveComponent("homeseeker") end
    end
    self.inst:ListenForEvent("onremove", self.onremoved, home)
end

function HomeSeeker:GetHome() return self.home end

function HomeSeeker:HasHome()
    local home = self.home
    if home == nil or not home:IsValid() then return false end
    local burnable = home.components.burnable
    return burnable == nil or not burnable:IsBurning()
end

function HomeSeeker:GetHomePos()
    local home = self.home
    return home ~= nil and home:GetPosition() or nil
end

-- How long the straight way home takes, in seconds.
function HomeSeeker:GetHomeDirectTravelTime()
    local home = self.home
    if home == nil or not home:IsValid() then return nil end
    local locomotor = self.inst.components.locomotor
    local speed = locomotor ~= nil and locomotor:GetWalkSpeed() or 0
    return math.sqrt(self.inst:GetDistanceSqToInst(home)) / math.max(4, speed)
end

function HomeSeeker:GoHome(run)
    if not self:HasHome() then return end
    local action = BufferedAction(self.inst, self.home, ACTIONS.GOHOME)
    local locomotor = self.inst.components.locomotor
    if locomotor ~= nil then
        locomotor:PushAction(action, run)
    else
        self.inst:PushBufferedAction(action)
    end
end

-- Goes on living when the home is gone, with none.
function HomeSeeker:ForceHomeRemovedBehaviour(keep) self.removeonhomeremoved = not keep end

return HomeSeeker
