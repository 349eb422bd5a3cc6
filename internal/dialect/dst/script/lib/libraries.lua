-- What the game adds to the standard libraries.
local all = {}

all["table.getkeys"] = function(t)
    local keys = {}
    for k in pairs(t) do table.insert(keys, k) end
    return keys
end
all["table.reverse"] = function(t)
    local list = {}
    for i = #t, 1, -1 do table.insert(list, t[i]) end
    return list
end
all["table.invert"] = function(t)
    local other = {}
    for k, v in pairs(t) do other[v] = k end
    return other
end
all["table.reverselookup"] = function(t, v)
    for k, other in pairs(t) do
        if other == v then return k end
    end
end
all["table.findfield"] = all["table.reverselookup"]
all["table.removetablevalue"] = function(t, v)
    local k = all["table.reverselookup"](t, v)
    if k == nil then return nil end
    if type(k) == "number" then return table.remove(t, k) end
    t[k] = nil
    return v
end
all["table.containskey"] = function(t, k) return type(t) == "table" and t[k] ~= nil end
all["table.count"] = function(t, what)
    local n = 0
    for _, v in pairs(t) do
        if what == nil or v == what or type(what) == "function" and what(v) then n = n + 1 end
    end
    return n
end
all["table.size"] = function(t) return all["table.count"](t) end
all["table.clear"] = function(t)
    for k in pairs(t) do t[k] = nil end
end
all["table.appendarrays"] = function(t, ...)
    for _, list in ipairs({ ... }) do
        for _, v in ipairs(list) do table.insert(t, v) end
    end
    return t
end
-- A field by its path, "a.b.c".
all["table.getfield"] = function(t, path)
    for part in string.gmatch(path, "[^.]+") do
        if type(t) ~= "table" then return nil end
        t = t[part]
    end
    return t
end

all["math.sign"] = function(v) return v > 0 and 1 or v < 0 and -1 or 0 end
all["math.range"] = function(from, to, step)
    local list = {}
    for v = from, to, step or 1 do table.insert(list, v) end
    return list
end

all["string.trim"] = function(s) return (string.gsub(string.gsub(s, "^%s+", ""), "%s+$", "")) end
all["string.startswith"] = function(s, start) return string.sub(s, 1, #start) == start end
all["string.endswith"] = function(s, ending) return ending == "" or string.sub(s, -#ending) == ending end

return all
