-- Who speaks lines one after the other, as its state graph asks for them.
local NpcTalker = Class(function(self, inst)
    self.inst = inst
    self.queue = {}
end)

function NpcTalker:Say(lines, override)
    if override then self.queue = {} end
    for _, line in ipairs(type(lines) == "table" and lines or { lines }) do table.insert(self.queue, { line = line }) end
end
function NpcTalker:Chatter(name, index, time, forcetext, override)
    if override then self.queue = {} end
    table.insert(self.queue, { name = name, index = index, time = time })
end
function NpcTalker:haslines() return #self.queue > 0 end
function NpcTalker:resetqueue() self.queue = {} end
function NpcTalker:donextline()
    local it = table.remove(self.queue, 1)
    local talker = self.inst.components.talker
    if it == nil or talker == nil then return end
    if it.name ~= nil then talker:Chatter(it.name, it.index, it.time) else talker:Say(it.line) end
end

return NpcTalker
