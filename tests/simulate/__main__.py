import sys
from tests.simulate.checker import check
from tests.simulate.params import drawn
from tests.simulate.world import World
import time, collections
t=time.process_time(); kinds=collections.Counter(); first={}
a,b=int(sys.argv[1]),int(sys.argv[2])
for seed in range(a,b):
    w=World(drawn(seed), is_traced=b-a==1)
    w.run(); check(w); w.close()
    for k in {f.kind for f in w.findings}:
        kinds[k]+=1; first.setdefault(k,seed)
    if b-a==1:
        print("\n".join(w.lines))
        print(w.params); print(w.findings)
print(kinds, first, (time.process_time()-t)/(b-a)*1000, "ms per seed")
