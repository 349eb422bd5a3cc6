-- When creatures fall asleep and wake: the tests that a sleeper has where nothing
-- else is said, and what all of them look at.
local HOME_NEAR = 40 -- metres

local function part(inst, name) return inst.components[name] end

local function burning(inst)
    local burnable = part(inst, "burnable")
    return burnable ~= nil and burnable:IsBurning()
end

local function frozen(inst)
    local freezable = part(inst, "freezable")
    return freezable ~= nil and freezable:IsFrozen()
end

local function fighting(inst)
    local combat = part(inst, "combat")
    return combat ~= nil and combat.target ~= nil
end

local function teamed(inst)
    local member = part(inst, "teamattacker")
    return member ~= nil and member.inteam and true or false
end

-- Who has a home near goes there instead.
local function homeNear(inst)
    local seeker = part(inst, "homeseeker")
    local home = seeker ~= nil and seeker.home or nil
    return home ~= nil and home:IsValid() and inst:GetDistanceSqToInst(home) < HOME_NEAR * HOME_NEAR
end

local function StandardSleepChecks(inst)
    return not (homeNear(inst) or fighting(inst) or burning(inst) or frozen(inst) or teamed(inst)
        or inst.sg ~= nil and inst.sg:HasStateTag("busy"))
end

local function StandardWakeChecks(inst)
    local health = part(inst, "health")
    return fighting(inst) or burning(inst) or frozen(inst) or teamed(inst) or health ~= nil and health.takingfiredamage and true or false
end

-- Whether it is dark for a creature: in caves by the clock of the caves, and by the
-- light where it looks at that.
local function dark(inst)
    local state = TheWorld.state
    if not TheWorld:HasTag("cave") then return state.isnight end
    local sleeper = part(inst, "sleeper")
    return state.iscavenight and not (sleeper ~= nil and sleeper.watchlight and inst:IsInLight())
end

local function light(inst)
    local state = TheWorld.state
    if not TheWorld:HasTag("cave") then return state.isday end
    local sleeper = part(inst, "sleeper")
    return state.iscaveday and not (sleeper ~= nil and sleeper.watchlight and not inst:IsInLight())
end

return {
    StandardSleepChecks = StandardSleepChecks, StandardWakeChecks = StandardWakeChecks,
    DefaultSleepTest = function(inst) return StandardSleepChecks(inst) and dark(inst) end,
    DefaultWakeTest = function(inst) return StandardWakeChecks(inst) or not dark(inst) end,
    NocturnalSleepTest = function(inst) return StandardSleepChecks(inst) and light(inst) end,
    NocturnalWakeTest = function(inst) return StandardWakeChecks(inst) or not light(inst) end,
}
