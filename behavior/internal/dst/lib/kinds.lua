-- Components by name. What the arena knows about a body is asked there; what
-- is of no concern to it has the answers of a creature to which nothing of the
-- kind has happened.
local native = ...

local kinds = {}

-- A kind of component: its methods, how it starts, and fields that are asked
-- for anew at each look.
local function component(name, methods)
    local class = Class(function(self, inst)
        self.inst = inst
        if methods.start then methods.start(self) end
    end)
    local live = methods.live
    for key, fn in pairs(methods) do class[key] = fn end
    if live then
        class.__index = function(self, key)
            local f = live[key]
            if f then return f(self) end
            return class[key]
        end
    end
    native.accept(name, class)
    kinds[name] = class
end

-- What the engine adds to the class of a user's component.
local function watch(self, name, fn) self.inst:WatchWorldState(name, fn, self) end
local function unwatch(self, name, fn) self.inst:StopWatchingWorldState(name, fn) end
local function fit(name, class)
    if type(class) ~= "table" or rawget(class, "WatchWorldState") ~= nil or not native.usercomponent(name) then return end
    class.WatchWorldState, class.StopWatchingWorldState = watch, unwatch
end

native.neutral(component)
return function(name, inst, added)
    local kind = native.componentclass(name, added) or kinds[name]
    fit(name, kind)
    if kind == nil or not (added or native.has(inst, name)) then return nil end
    return kind(inst, not added) -- whether it is a plain creature, of which no file says anything
end
