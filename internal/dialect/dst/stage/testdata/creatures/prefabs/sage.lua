STRINGS.SAGE_TALK = { LOW = { "Hm.", "Go away." }, HIGH = { "Welcome!", "Sit down.", "Have a plum." } }
return Prefab("sage", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddComponent("talker")
    inst.components.talker.fontsize = 24
    inst.components.talker.ontalk = function(_, data) end
    inst:AddComponent("locomotor")
    inst.friendliness = 0
    inst.GetLines = function(self) return self.friendliness > 1 and STRINGS.SAGE_TALK.HIGH or STRINGS.SAGE_TALK.LOW end
    inst:ListenForEvent("ontalk", function(_, data) inst.talked = (inst.talked or 0) + 1 end)
    inst:SetBrain(require "brains/sagebrain")
    return inst
end)
