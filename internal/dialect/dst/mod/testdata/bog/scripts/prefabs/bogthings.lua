local function thing(name)
    return Prefab(name, function()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        inst:AddTag("bogthing")
        return inst
    end)
end
return thing("bogstool"), thing("bogbench")
