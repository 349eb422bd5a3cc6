"""Plays by docs/protocol.md, with Python's own library alone: python3 client.py 127.0.0.1 8080 tag"""
import base64, json, math, os, socket, sys

host, port, room = sys.argv[1], int(sys.argv[2]), sys.argv[3]
conn = socket.create_connection((host, port))
conn.sendall((f"GET /ws/{room} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: thicket.1\r\n"
              f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n").encode())
stream = conn.makefile("rb")
if b" 101 " not in (answer := stream.readline()): sys.exit(answer.decode())
while stream.readline() != b"\r\n": pass

def send(data, kind=1):  # a text is 1, a pong 10; the mask, which a client must have, leaves all as it is
    size = [128 | len(data)] if len(data) < 126 else [254, len(data) >> 8, len(data) & 255]
    conn.sendall(bytes([128 | kind, *size, 0, 0, 0, 0]) + data)
def say(**message): send(json.dumps(message).encode())

def messages():  # the kind and the data of each: a text is 1, a frame of the game 2; the server sends each in one part
    while head := stream.read(2):
        size = head[1] if head[1] < 126 else int.from_bytes(stream.read(2 if head[1] == 126 else 8), "big")
        kind, data = head[0] & 15, stream.read(size)
        if kind == 8: sys.exit("the connection ended: " + data[2:].decode())
        if kind == 9: send(data, 10)
        elif kind < 3: yield kind, data

def varint(b):
    n = shift = 0
    while (byte := next(b)) > 127: n, shift = n | (byte & 127) << shift, shift + 7
    return n | byte << shift
def zigzag(b): return (n := varint(b)) >> 1 ^ -(n & 1)

SPAN, kept = 1048576, {0: (0, {})}  # the tick and the bodies of each frame, by its number
def frame(b):
    number, base, tick, joined, told, i = varint(b), varint(b), varint(b), next(b), varint(b), 0
    ticks = tick - kept[base][0]
    def on(p, v): return (p + v * ticks) % SPAN if joined else min(max(p + v * ticks, 0), SPAN - 1)
    bodies = {k: v | {"x": on(v["x"], v["vx"]), "y": on(v["y"], v["vy"])} for k, v in kept[base][1].items()}
    for _ in range(told):
        i, what = i + varint(b), next(b)
        v = bodies.pop(i, {"x": 0, "y": 0})
        if what & 9: v |= {"x": (v["x"] // 16 + zigzag(b)) * 16, "y": (v["y"] // 16 + zigzag(b)) * 16}
        if what & 9: v |= {"vx": zigzag(b), "vy": zigzag(b), "facing": next(b)}
        if what & 10: v |= {"class": next(b), "team": next(b), "flags": next(b)}
        if what & 12: v |= {"health": next(b)}
        if what: bodies[i] = v
    for old in [n for n in kept if n < base]: del kept[old]
    kept.update({number: (tick, bodies), 0: (0, {})})
    say(type="ack", frame=number)
    return tick, bodies

say(type="hello", role="player", name="Python")
for kind, data in messages():
    m = json.loads(data) if kind == 1 else {"type": "frame"}
    if m["type"] == "welcome": you, game = m["you"], m["game"]
    if m["type"] in ("said", "refused", "bye"): print(m)
    if kind == 2 and (me := (now := frame(iter(data[1:])))[1].get(you)):  # runs to the nearest body, and tells in metres
        away = [((b["x"] - me["x"]) / SPAN * game["width"], (b["y"] - me["y"]) / SPAN * game["height"]) for b in now[1].values() if b is not me]
        if away: say(type="steer", **dict(zip("xy", min(away, key=lambda d: math.hypot(*d)))))
        print(f"tick {now[0]}: {me['x'] / SPAN * game['width']:.2f}, {me['y'] / SPAN * game['height']:.2f} among {len(away)}", flush=True)
