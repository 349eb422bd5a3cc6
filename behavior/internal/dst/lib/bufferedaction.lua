-- What an entity is about to do, and to whom.
local native = ...

local Action = Class(function(self, id) self.id = id end)
function Action:__tostring() return "Action " .. self.id end

-- Every action has its name; the first use of one makes it.
local ACTIONS = setmetatable({}, {
    __index = function(actions, id)
        local action = Action(id)
        action.instant = id == "DROP"
        rawset(actions, id, action)
        return action
    end,
})

local BufferedAction = Class(function(self, doer, target, action, invobject, pos, recipe, distance)
    self.doer, self.target, self.action, self.invobject = doer, target, action, invobject
    self.pos, self.recipe, self.distance = pos, recipe, distance
    self.onsuccess, self.onfail, self.options = {}, {}, {}
end)

function BufferedAction:IsValid()
    local gone = function(e) return e ~= nil and e.IsValid ~= nil and not e:IsValid() end
    return not gone(self.doer) and not gone(self.target) and not gone(self.invobject) and
        (self.validfn == nil or self.validfn())
end

function BufferedAction:AddSuccessAction(fn) table.insert(self.onsuccess, fn) end
function BufferedAction:AddFailAction(fn) table.insert(self.onfail, fn) end

-- What happens when its doer is there. What has no meaning in the arena is done
-- by having been there.
local deeds = {
    EAT = function(self) return self.doer.components.eater:Eat(self.target or self.invobject) end,
    PICKUP = function(self) return native.act(self.doer, "take", self.target.prefab) ~= FAILED end,
    DROP = function(self) return native.act(self.doer, "drop") ~= FAILED end,
    ATTACK = function(self) return self.doer.components.combat:TryAttack(self.target) end,
    GOHOME = function(self)
        self.doer:PushEvent("onwenthome", { target = self.target })
        return true
    end,
}
function BufferedAction:Do()
    local deed = deeds[self.action.id]
    return deed == nil or deed(self)
end

local function finish(self, fns)
    self.onsuccess, self.onfail = {}, {}
    for _, fn in ipairs(fns) do fn() end
end
function BufferedAction:Succeed() finish(self, self.onsuccess) end
function BufferedAction:Fail() finish(self, self.onfail) end

function BufferedAction:__tostring()
    return tostring(self.action) .. " " .. tostring(self.target)
end

return { BufferedAction = BufferedAction, ACTIONS = ACTIONS }
