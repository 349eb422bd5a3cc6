-- Goes to the nearest thing with the tag flower.
local FindFlower = Class(FindClosest, function(self, inst, see_dist, safe_dist)
    FindClosest._ctor(self, inst, see_dist or 20, safe_dist or 2, { "flower" }, { "INLIMBO" })
    self.name = "FindFlower"
end)

return { FindFlower = FindFlower }
