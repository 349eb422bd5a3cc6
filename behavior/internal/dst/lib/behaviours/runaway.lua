-- Runs from a hunter until it is at a safe distance.
local RunAway = Class(BehaviourNode, function(self, inst, hunterparams, see_dist, safe_dist, fn, runhome, fix_overhang, walk, safe_point)
    BehaviourNode._ctor(self, "RunAway")
    self.inst, self.see_dist, self.safe_dist = inst, see_dist, safe_dist
    self.shouldrunfn, self.runshomewhenchased, self.walk_instead, self.safe_point_fn = fn, runhome, walk, safe_point
    if type(hunterparams) == "string" then
        self.huntertags = { hunterparams }
    elseif type(hunterparams) == "function" then
        self.hunterfn = hunterparams
    elseif hunterparams ~= nil then
        self.huntertags, self.hunternotags = hunterparams.tags, hunterparams.notags
        self.hunteroneoftags, self.hunterfn = hunterparams.oneoftags, hunterparams.fn
        self.getfn = hunterparams.getfn
    end
end)

function RunAway:DBString()
    return "FROM " .. tostring(self.hunter)
end

function RunAway:FindHunter()
    if self.getfn then return self.getfn(self.inst) end
    return FindEntity(self.inst, FunctionOrValue(self.see_dist, self.inst), self.hunterfn, self.huntertags, self.hunternotags or { "INLIMBO" }, self.hunteroneoftags)
end

function RunAway:Visit()
    local inst = self.inst
    if self.status == READY then
        self.hunter = self:FindHunter()
        local runs = self.hunter ~= nil and (self.shouldrunfn == nil or self.shouldrunfn(self.hunter, inst))
        self.status = runs and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if self.hunter == nil or not self.hunter:IsValid() then
        self.status = FAILED
        inst.components.locomotor:Stop()
    elseif inst:GetDistanceSqToInst(self.hunter) > FunctionOrValue(self.safe_dist, inst) ^ 2 then
        self.status = SUCCESS
        inst.components.locomotor:Stop()
    else
        local home = self.runshomewhenchased and inst.components.homeseeker
        local safe = self.safe_point_fn and self.safe_point_fn(inst)
        if home then
            home:GoHome(true)
        elseif safe then
            inst.components.locomotor:GoToPoint(safe, nil, not self.walk_instead)
        else
            local angle = self.hunter:GetAngleToPoint(inst:GetPosition():Get())
            local move = self.walk_instead and inst.components.locomotor.WalkInDirection or inst.components.locomotor.RunInDirection
            move(inst.components.locomotor, angle)
        end
        self:Sleep(0.25)
    end
end

return { RunAway = RunAway }
