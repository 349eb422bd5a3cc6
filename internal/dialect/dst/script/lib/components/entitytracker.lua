-- Entities by name, until they are removed.
local EntityTracker = Class(function(self, inst)
    self.inst = inst
    self.entities = {}
end)

function EntityTracker:TrackEntity(name, e)
    if e == nil or e:IsValid() then self.entities[name] = e end
end

function EntityTracker:ForgetEntity(name) self.entities[name] = nil end

function EntityTracker:GetEntity(name)
    local e = self.entities[name]
    if e ~= nil and not e:IsValid() then
        self.entities[name] = nil
        return nil
    end
    return e
end

return EntityTracker
