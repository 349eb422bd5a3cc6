-- Goes to the nearest light until it is near enough; it looks once in a second.
local FindLight = Class(FindClosest, function(self, inst, see_dist, safe_dist)
    FindClosest._ctor(self, inst, see_dist or 20, safe_dist or 2, { "lightsource" })
    self.name, self.nextlook = "FindLight", 0
end)

local go = FindClosest.Visit
function FindLight:Visit()
    if self.status == RUNNING and GetTime() < self.nextlook then return end
    self.nextlook = GetTime() + 1
    go(self)
end

return { FindLight = FindLight }
