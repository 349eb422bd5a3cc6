name = "The Bog"
description = ChooseTranslationTable({ "Wet ground, and who lives on it." })
author = "nobody"
version = "1.0"
api_version = 10
dst_compatible = true
all_clients_require_mod = true
configuration_options = {
    { name = "", label = "Animals", options = {}, default = 0 },
    { name = "bite", label = "Bite", options = { { description = "weak", data = 5 }, { description = "strong", data = 20 } }, default = 5 },
}
