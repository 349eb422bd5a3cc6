-- Says something from time to time while its child runs. What it says are lines of
-- STRINGS by their key, a list of lines, or what a function gives.
local ChattyNode = Class(BehaviourNode, function(self, inst, chatlines, child, delay, rand_delay, enter_delay, enter_delay_rand)
    BehaviourNode._ctor(self, "ChattyNode", { child })
    self.inst, self.chatlines = inst, chatlines
    self.delay, self.rand_delay = delay, rand_delay
    self.enter_delay, self.enter_delay_rand = enter_delay, enter_delay_rand
end)

local function chatter(talker, key, params)
    local lines = STRINGS[key]
    local index = type(lines) == "table" and #lines > 0 and math.random(#lines) or nil
    if params then
        talker:Chatter(key, index, params.time, params.forcetext, params.echotochatpriority)
    else
        talker:Chatter(key, index)
    end
end

function ChattyNode:Speak()
    local talker, lines = self.inst.components.talker, self.chatlines
    if talker == nil or lines == nil then return end
    if type(lines) == "function" then
        lines = lines(self.inst)
        if lines ~= nil then talker:Say(lines) end
    elseif type(lines) == "string" then
        chatter(talker, lines)
    elseif lines.name ~= nil and lines[1] == nil then
        chatter(talker, lines.name, lines.chatterparams)
    elseif #lines > 0 then
        talker:Say(lines[math.random(#lines)])
    end
end

function ChattyNode:Visit()
    local child = self.children[1]
    child:Visit()
    self.status = child.status
    if self.status ~= RUNNING then
        self.nextchattime = nil
        return
    end
    local now = GetTime()
    local at = self.nextchattime
    if at == nil then
        at = now + (self.enter_delay or 0)
        if self.enter_delay_rand then at = at + math.random() * self.enter_delay_rand end
    end
    if now >= at then
        self:Speak()
        at = now + (self.delay or 10) + math.random() * (self.rand_delay or 10)
    end
    self.nextchattime = at
end

return { ChattyNode = ChattyNode }
