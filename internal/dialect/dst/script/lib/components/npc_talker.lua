-- Lines that a creature has yet to say, one after the other.
local NPCTalker = Class(function(self, inst)
    self.inst, self.queue = inst, {}
end)
NPCTalker.default_chatpriority = nil

local function add(self, method, lines, ...)
    if type(lines) ~= "table" or lines.message ~= nil then lines = { lines } end
    for _, text in ipairs(lines) do table.insert(self.queue, { method, text, ... }) end
end
function NPCTalker:haslines() return #self.queue > 0 end
function NPCTalker:resetqueue() self.queue = {} end
function NPCTalker:Say(lines, override, noanim)
    if override then self:resetqueue() end
    add(self, "Say", lines, nil, noanim)
end
function NPCTalker:Chatter(key, index, time, override)
    if override then self:resetqueue() end
    add(self, "Chatter", key, index, time)
end
function NPCTalker:donextline()
    local next, talker = table.remove(self.queue, 1), self.inst.components.talker
    if next ~= nil and talker ~= nil then talker[next[1]](talker, next[2], next[3], next[4]) end
end

return NPCTalker
