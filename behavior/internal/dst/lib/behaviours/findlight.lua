-- Goes to the nearest thing with the tag lightsource.
local FindLight = Class(FindClosest, function(self, inst, see_dist, safe_dist)
    FindClosest._ctor(self, inst, see_dist or 20, safe_dist or 2, { "lightsource" }, { "INLIMBO" })
    self.name = "FindLight"
end)

return { FindLight = FindLight }
