package main
import ("fmt";"time";"os";"strconv";"sort";"runtime/pprof";"github.com/thicket-sim/thicket/scenes";"github.com/thicket-sim/thicket/systems")
func main(){
 s,_:=scenes.Load("crowd",scenes.Options{})
 w,_:=strconv.Atoi(os.Args[2]); n,_:=strconv.Atoi(os.Args[1])
 s.Scale(n)
 s.Setup.Workers=w
 g,_:=systems.New(&s.Setup)
 for i:=0;i<20;i++{g.Step()}
 g.World.Measure(true)
 f,_:=os.Create("/tmp/prof/cpu"); pprof.StartCPUProfile(f)
 N:=80; if n<50000 {N=2000}
 var ds []time.Duration
 for i:=0;i<N;i++{t:=time.Now();g.Step();ds=append(ds,time.Since(t))}
 pprof.StopCPUProfile()
 sort.Slice(ds,func(i,j int)bool{return ds[i]<ds[j]})
 fmt.Printf("%x min %v p50 %v p99 %v  %.1f ns/bot p50\n",g.Digest(), ds[0],ds[N/2],ds[N*99/100], float64(ds[N/2].Nanoseconds())/float64(n))
 for _,x:=range g.World.Timings(){fmt.Print(x.System," ",float64(int(x.Total.Nanoseconds()*10/int64(N*n)))/10,"  ")}
 fmt.Println()
}
