StandStill = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "StandStill")
    self.inst = inst
end)
function StandStill:Visit()
    self.status = RUNNING
end
return StandStill
