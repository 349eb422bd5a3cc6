-- Days in which a creature is in the mood, and days between them.
local Mood = Class(function(self, inst, plain)
    self.inst = inst
    self.enabled = true
    self.isinmood = false
    self.daystomoodchange = nil
    if not plain then inst:WatchWorldState("cycles", self.OnNewDay, self) end
end)

function Mood:OnRemoveFromEntity()
    self.inst:StopWatchingWorldState("cycles", self.OnNewDay)
    self.inst:StopWatchingWorldState("season", self.OnSeason)
end

function Mood:Enable(on)
    self.enabled = on
    if not on and self.isinmood then self:SetIsInMood(false) end
end

function Mood:SetInMoodFn(fn) self.onentermood = fn end
function Mood:SetLeaveMoodFn(fn) self.onleavemood = fn end
function Mood:SetMoodSeason(season)
    if self.moodseasons == nil then
        self.moodseasons = {}
        self.inst:WatchWorldState("season", self.OnSeason, self)
    end
    table.insert(self.moodseasons, season)
    self:OnSeason(TheWorld.state.season)
end

function Mood:OnSeason(season)
    if table.contains(self.moodseasons, season) then
        self.seasonmood = true
        self:SetIsInMood(true, true)
    elseif self.seasonmood then
        self.seasonmood = nil
        self:ResetMood()
    end
end

function Mood:SetMoodTimeInDays(length, wait, forcemood)
    self.moodtimeindays = { length = length, wait = wait }
    self.daystomoodchange = wait
    if forcemood ~= nil then self:SetIsInMood(forcemood) else self.isinmood = false end
end

function Mood:OnNewDay()
    if not self.enabled or self.seasonmood or self.daystomoodchange == nil then return end
    self.daystomoodchange = self.daystomoodchange - 1
    self:CheckForMoodChange()
end

function Mood:CheckForMoodChange()
    if self.daystomoodchange ~= nil and self.daystomoodchange <= 0 then self:SetIsInMood(not self.isinmood) end
end

function Mood:SetIsInMood(on, entire)
    local times = self.moodtimeindays
    if times ~= nil then self.daystomoodchange = on and times.length or times.wait end
    if entire and times == nil then self.daystomoodchange = nil end
    on = on and self.enabled and true or false
    if on == self.isinmood then return end
    self.isinmood = on
    local told = on and self.onentermood or not on and self.onleavemood or nil
    if told then told(self.inst) end
end

function Mood:ResetMood()
    if self.seasonmood then return end
    self:SetIsInMood(false)
end

function Mood:GetMood() return self.isinmood end
function Mood:IsInMood() return self.isinmood end

return Mood
