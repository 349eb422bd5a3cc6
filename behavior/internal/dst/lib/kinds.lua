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

native.neutral(component)
return function(name, inst, added)
    local kind = native.componentclass(name) or kinds[name]
    if kind == nil or not (added or native.has(inst, name)) then return nil end
    return kind(inst, not added) -- whether it is a plain creature, of which no file says anything
end
