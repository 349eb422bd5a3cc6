-- Says something from time to time while its child runs.
local ChattyNode = Class(BehaviourNode, function(self, inst, chatlines, child, delay, rand_delay, enter_delay, enter_delay_rand)
    BehaviourNode._ctor(self, "ChattyNode", { child })
    self.inst, self.chatlines = inst, chatlines
    self.delay, self.rand_delay = delay, rand_delay
    self.enter_delay, self.enter_delay_rand = enter_delay, enter_delay_rand
end)

function ChattyNode:Line()
    local lines = self.chatlines
    if type(lines) == "function" then lines = lines(self.inst) end
    if type(lines) == "table" and #lines > 0 then return lines[math.random(#lines)] end
    return type(lines) == "string" and lines or nil
end

function ChattyNode:Visit()
    local child, now = self.children[1], GetTime()
    child:Visit()
    self.status = child.status
    if self.status ~= RUNNING then
        self.nextchattime = nil
        return
    end
    if self.nextchattime == nil and self.enter_delay then
        self.nextchattime = now + self.enter_delay + math.random() * (self.enter_delay_rand or 0)
    elseif self.nextchattime == nil or now > self.nextchattime then
        local line = self:Line()
        if line and self.inst.components.talker then self.inst.components.talker:Say(line) end
        self.nextchattime = now + (self.delay or 10) + math.random() * (self.rand_delay or 10)
    end
    self:Sleep(math.max(0, self.nextchattime - now))
end

return { ChattyNode = ChattyNode }
