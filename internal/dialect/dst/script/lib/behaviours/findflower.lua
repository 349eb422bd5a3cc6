-- Goes to the nearest flower that it has not visited and nobody else is about to visit.
-- It fails when that is done, so that it may look for the next one.
local FindFlower = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "FindFlower")
    self.inst = inst
end)

local must = { "flower" }
local visitors = { "pollinator" }

function FindFlower:DBString() return "to " .. tostring(self.inst.components.pollinator.target) end

-- Whether another one, close to the flower, is on its way to it.
function FindFlower:IsTaken(flower)
    local x, y, z = flower.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, 2, visitors)) do
        local other = e ~= self.inst and e.components.pollinator
        if other and other.target == flower then return true end
    end
    return false
end

function FindFlower:PickTarget()
    local pollinator = self.inst.components.pollinator
    local function free(flower) return pollinator:CanPollinate(flower) and not self:IsTaken(flower) end
    pollinator.target = FindEntity(self.inst, 30, free, must)
end

function FindFlower:Visit()
    local inst, pollinator = self.inst, self.inst.components.pollinator
    if self.status == READY then
        self:PickTarget()
        if not pollinator.target then
            self.status = FAILED
            return
        end
        self.status = RUNNING
        inst.components.locomotor:PushAction(BufferedAction(inst, pollinator.target, ACTIONS.POLLINATE, nil, nil, nil, 0.1))
    end
    if self.status ~= RUNNING then return end
    local flower = pollinator.target
    if not flower or not flower:IsValid() or not pollinator:CanPollinate(flower) or self:IsTaken(flower) then
        pollinator.target, self.status = nil, FAILED
    end
end

return { FindFlower = FindFlower }
