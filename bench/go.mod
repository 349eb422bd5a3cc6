module github.com/thicket-sim/thicket/bench

go 1.26.0

require (
	github.com/joeycumines/go-behaviortree v1.11.0
	github.com/thicket-sim/thicket v0.0.0
)

require (
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/joeycumines/go-bigbuff v1.21.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/thicket-sim/thicket => ../
