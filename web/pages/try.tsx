import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Bench, type Place } from "./bench.js";
import type { Client } from "../client/client.js";
import { drawOnceAFrame } from "./frame.js";
import { type Explained, type Finding, Hand, type Program, type Tested, load } from "./lab.js";
import { Master } from "./master.js";
import { type Pane, Panes } from "./panes.js";
import { forget, keep, kept } from "./kept.js";
import { type Shared, fromLink } from "./share.js";

/** Where the program is, as `thicket playground` has written it into the page. */
function program(): Program | undefined {
  const of = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="thicket-${name}"]`)?.content;
  const wasm = of("wasm"), exec = of("exec");
  return wasm && exec ? { wasm: new URL(wasm, location.href).href, exec: new URL(exec, location.href).href } : undefined;
}

/** A game that the playground offers. */
export interface Example { name: string; title: string; about: string; dialects: string[]; shipped: boolean; scene: string; files: Record<string, string> }

/** The game that the page opens on. */
const first = "meadow";

/** The hands, once the program is loaded. The desk's starts once a game plays, or cannot. */
interface Hands { room: Hand; desk: Hand; plays(): void; study(): Hand; end(): void; examples: Example[] }

async function hands(p: Program): Promise<Hands> {
  const [program, examples] = await Promise.all([load(p), fetch("examples.json").then((r) => r.json() as Promise<Example[]>)]);
  const hire = (after?: Promise<void>) => new Hand(program.module, p.exec, after);
  let plays!: () => void;
  const playing = new Promise<void>((done) => { plays = done; });
  const room = hire(), desk = hire(playing);
  void playing.then(() => {
    program.keep().catch(() => {}); // where there is no room, it is fetched again
    if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {}); // where it may not be, the page needs the network
  });
  let study: Hand | undefined;
  return {
    room, desk, plays, examples,
    study: () => (study ??= hire()),
    end() { study?.stop(); study = undefined; },
  };
}

/** The game of the address: of a link, or an example by its name, with the file that is to be shown. */
async function wanted(h: Hands): Promise<Shared & { file?: string }> {
  if (location.hash.startsWith("#game=")) return fromLink(location.hash);
  const [name, ...file] = decodeURIComponent(location.hash.slice(1)).split("/");
  return { ...example(h, name || first), ...(file.length > 0 && { file: file.join("/") }) };
}

function example(h: Hands, name: string): Shared {
  const e = h.examples.find((e) => e.name === name);
  if (!e) throw new Error(`no game is called ${name}`);
  return { scene: e.scene, files: e.files };
}

/** What of a reload waits until the scene begins anew, as its note tells it; nothing where all is played. */
function later(note: string): string {
  return note.split("; ").flatMap((part, i, all) => part.startsWith("that waits until the scene") ? [all[i - 1]!] : []).join("; ");
}

/** Files of trees that no other file names, which nobody plays therefore. */
function unnamed({ scene, files }: Shared): string[] {
  return Object.keys(files).filter((f) => {
    if (f === scene || !/\.(bt|debt|lua|xml|ya?ml)$/.test(f) || f.endsWith(".test.yaml")) return false;
    const stem = f.slice(f.lastIndexOf("/") + 1, f.lastIndexOf("."));
    return !Object.entries(files).some(([name, text]) => name !== f && text.includes(stem));
  });
}

/** How long somebody pauses before what was typed is checked, in milliseconds. */
const pause = 150;

function Playground({ hands: h }: { hands: Hands }) {
  const [game, setGame] = useState<Shared>();
  const [run, setRun] = useState(0); // counts the games that were opened
  const [fault, setFault] = useState("");
  const [waits, setWaits] = useState(""); // why the game plays what the files were
  const [saved, setSaved] = useState(false); // the files are those of the last visit
  const [back, setBack] = useState<Shared>(); // changed files that were left for others
  const [findings, setFindings] = useState<{ of: "error" | "warning" | "info"; finding: Finding }[]>([]);
  const [place, setPlace] = useState<Place>({ file: "", line: 0 });
  const [tested, setTested] = useState<Tested>();
  const [pane, setPane] = useState<Pane>({ kind: "first" });
  const [busy, setBusy] = useState("");
  const [side, setSide] = useState<"game" | "files">("game");
  const client = useRef<Client | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const files = useRef<Record<string, string>>({});
  const turn = useRef(0);
  const scene = useRef("");
  const held = useRef(""); // what waits since the game began: it is noted once only
  const edited = useRef(false);
  const unkept = useRef(false);

  const give = (to: Hand) => to.put(files.current);
  const openGame = async (g: Shared & { file?: string }) => {
    if (edited.current) setBack({ scene: scene.current, files: files.current });
    clearTimeout(timer.current);
    edited.current = unkept.current = false;
    files.current = g.files;
    scene.current = g.scene;
    give(h.room);
    give(h.desk);
    setGame(g);
    setTested(undefined);
    setFindings([]);
    setPlace({ file: g.file ?? g.scene, line: 0 });
    await start();
  };
  const start = async () => {
    give(h.room);
    try {
      await h.room.ask("open", { scene: scene.current });
      setFault("");
      setWaits(held.current = "");
      setRun((n) => n + 1);
    } catch (e) {
      setFault((e as Error).message);
    }
    h.plays();
    await check(scene.current, false);
  };
  /** Checks a file, and puts what can be played into the game. */
  const check = async (file: string, play: boolean) => {
    const mine = ++turn.current;
    const all = await h.desk.ask("check", { files: [...new Set([file, scene.current])] }).catch((e: Error) => e);
    if (mine !== turn.current) return;
    if (all instanceof Error) {
      setFault(all.message);
      return;
    }
    const list = all.files.flatMap((f) => [
      ...f.errors.map((finding) => ({ of: "error" as const, finding })),
      ...f.notices.map((finding) => ({ of: "info" as const, finding })),
      ...f.lints.map((l) => ({ of: "warning" as const, finding: { ...l, message: `${l.message} (${l.id})` } })),
    ]);
    for (const f of unnamed({ scene: scene.current, files: files.current })) {
      list.push({ of: "info", finding: { file: f, line: 1, col: 1, message: `no bot plays this yet: in ${scene.current}, a bot that is to play it has behavior: { file: ${f} }` } });
    }
    const seen = new Set<string>();
    setFindings(list.filter(({ finding: f }) => {
      const key = `${f.file}:${f.line}:${f.col}:${f.message}`;
      return !seen.has(key) && seen.add(key);
    }));
    if (play && !file.endsWith(".test.yaml") && all.files.every((f) => f.ok)) {
      give(h.room);
      client.current?.do({ do: "reload" }).then((m) => { setFault(""); setWaits(held.current = later(m.note ?? "") || held.current); }, (e: Error) => setWaits(e.message));
    }
  };
  const hold = () => {
    const why = keep({ from: location.hash, game: { scene: scene.current, files: files.current } });
    edited.current = true;
    unkept.current = why !== "";
    if (why) setFault(`This browser keeps no changes, take them along as a link or a zip: ${why}`);
  };
  const changed = (file: string, text: string) => {
    files.current = { ...files.current, [file]: text };
    setGame((g) => g && { ...g, files: files.current });
    setTested(undefined);
    hold();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      give(h.desk);
      void check(file, true);
    }, pause);
  };
  const removed = (file: string) => {
    const { [file]: _, ...rest } = files.current;
    files.current = rest;
    setGame((g) => g && { ...g, files: rest });
    setTested(undefined);
    setPlace({ file: scene.current, line: 0 });
    hold();
    clearTimeout(timer.current);
    give(h.desk);
    void check(scene.current, true);
  };
  const study = async <T,>(what: string, do_: (s: Hand) => Promise<T>): Promise<T | undefined> => {
    setBusy(what);
    try {
      const s = h.study();
      give(s);
      return await do_(s);
    } catch (e) {
      setPane({ kind: "said", text: (e as Error).message });
      return undefined;
    } finally {
      setBusy("");
    }
  };
  const test = async () => {
    const list = Object.keys(files.current).filter((f) => f.endsWith(".test.yaml"));
    if (list.length === 0) {
      setPane({ kind: "said", text: "There are no tests: a file of tests ends in .test.yaml." });
      return;
    }
    const t = await study("Testing", (s) => s.ask("test", { files: list }));
    if (t) {
      setTested(t);
      setPane({ kind: "tests", tested: t });
    }
  };
  const mutate = async () => {
    const m = await study("Trying mutants", (s) => s.ask("mutate", { scene: scene.current, max: 20 }));
    if (m) setPane({ kind: "mutants", mutated: m });
  };
  const why = async (bot: number, name: string, tick: number, instead?: string) => {
    const e = await study<Explained>(`Playing it again to see why ${name} did that`, async (s) => {
      await h.room.ask("flush", {});
      s.put(await h.room.read("/recordings"), "/recordings");
      return s.ask("why", { bot, tick, ...(instead && { instead }) });
    });
    if (e) {
      setPane({ kind: "why", bot, explained: e });
      setSide("files");
    }
  };
  const open = (file: string, line: number) => {
    setPlace({ file, line });
    setSide("files");
  };
  const again = () => {
    if (!back) return;
    const was = back;
    setBack(undefined);
    edited.current = false;
    void openGame(was).then(hold);
  };
  const original = () => {
    forget();
    edited.current = false;
    setSaved(false);
    void wanted(h).then(openGame, (e: Error) => setFault(e.message));
  };
  const pick = (name: string) => {
    setSaved(false);
    if (location.hash === `#${name}`) void openGame(example(h, name));
    else location.hash = name;
  };

  useEffect(() => {
    const hash = () => void wanted(h).then((g) => { forget(); return openGame(g); }, (e: Error) => setFault(`The address has no game: ${e.message}`));
    const was = kept(location.hash);
    if (was) void openGame(was).then(() => { edited.current = true; setSaved(true); });
    else if (location.hash.length > 1) void wanted(h).then(openGame, (e: Error) => openGame(example(h, first)).then(() => setFault(`The address has no game: ${e.message}`)));
    else void openGame(example(h, first));
    const leave = (e: BeforeUnloadEvent) => { if (unkept.current) e.preventDefault(); };
    addEventListener("hashchange", hash);
    addEventListener("beforeunload", leave);
    return () => { removeEventListener("hashchange", hash); removeEventListener("beforeunload", leave); };
  }, []);

  if (!game) return <main class="door"><p role="status">{fault || "Opening a game ..."}</p></main>;
  return (
    <div class="try" data-side={side}>
      <nav class="sides" aria-label="What is shown">
        {(["game", "files"] as const).map((s) => <button key={s} aria-pressed={side === s} onClick={() => setSide(s)}>{s === "game" ? "Game" : "Files"}</button>)}
      </nav>
      <section class="bench" aria-label="Files of the game">
        <Bench game={game} place={place} setPlace={setPlace} findings={findings} tested={tested} changed={changed} removed={removed} examples={h.examples}
          pick={pick} openGame={(g) => void openGame(g)} words={(file) => h.desk.ask("words", { file })} />
        <div class="bars">
          {waits && <p class="alarm note" role="alert" id="waits"><span class="grow">The game still plays what the files were: {waits}</span><button id="anew" onClick={() => void start()}>Start anew</button></p>}
          {fault && <p class="alarm note" role="alert" id="fault"><span class="grow">{fault}</span><button class="small" id="again" onClick={() => void start()}>Start anew</button><button class="small" aria-label="Dismiss" onClick={() => setFault("")}>×</button></p>}
          {back && <p class="note" role="status" id="left"><span class="grow">Your changes of {back.scene} are left.</span><button class="small" onClick={again}>Take them back</button><button class="small" aria-label="Dismiss" onClick={() => setBack(undefined)}>×</button></p>}
          {saved && <p class="note" role="status" id="saved"><span class="grow">These are your files of the last visit.</span><button class="small" onClick={original}>The original</button><button class="small" aria-label="Dismiss" onClick={() => setSaved(false)}>×</button></p>}
        </div>
        <Panes game={game} pane={pane} setPane={setPane} busy={busy} stop={() => h.end()} test={() => void test()} mutate={() => void mutate()} open={open} findings={findings}
          why={(bot, name, tick, instead) => void why(bot, name, tick, instead)} />
      </section>
      {run > 0 && <Master key={run} room="game" all={[]} go={() => {}} to={() => h.room.connect()} token="" refuse={setFault}
        beside={{ client, open, why: (id, name, tick) => void why(id, name, tick) }} />}
    </div>
  );
}

function App() {
  const [all, setAll] = useState<Hands>();
  const [error, setError] = useState("");
  useEffect(() => {
    const p = program();
    if (!p) setError("This page is a part of the playground that `thicket playground --out DIR` writes, and is not whole without it.");
    else hands(p).then(setAll, (e: Error) => setError(e.message));
  }, []);
  if (all) return <Playground hands={all} />;
  return <main class="door"><h1>Thicket: playground</h1><p role="status">{error || "Loading the game: some 6 megabytes, once ..."}</p></main>;
}

drawOnceAFrame();
render(<App />, document.getElementById("app")!);
