-- Components by name: those of files, else those of creatures to which nothing of the
-- kind has happened.
local native = ...

local kinds = {}

-- A kind of component: its methods, and how it starts.
local function component(name, methods)
    local class = Class(function(self, inst)
        self.inst = inst
        methods.start(self)
    end)
    for key, fn in pairs(methods) do class[key] = fn end
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
