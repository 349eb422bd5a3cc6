import { type Scene, Scenes } from "./frames.js";
import type { Command, Message, Role } from "./messages.js";

/** The reason of a connection that ended without one. */
export const lost = "the connection was lost";

/** What a client tells who made it. */
export interface Listener {
  scene?(scene: Scene): void;
  message?(message: Message): void;
  /** The connection has ended: by the server with its reason, or because it was lost. Again says that it is worth a try. */
  ended?(reason: string, again: boolean): void;
}

/** What carries messages: a WebSocket, or what a program has in its place. */
export interface Socket {
  binaryType: string;
  readonly readyState: number;
  onopen: ((e: Event) => unknown) | null;
  onmessage: ((e: MessageEvent) => unknown) | null;
  onclose: ((e: CloseEvent) => unknown) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** The URL of a room, or what opens something else that carries messages to one. */
export type To = string | (() => Socket);

export interface Greeting { role: Role; name: string; token?: string; code?: string }

/** Client is a connection to a room. It acknowledges frames by itself. */
export class Client {
  private readonly socket: Socket;
  private readonly scenes = new Scenes();
  private readonly waiting = new Map<number, { done(m: Message & { type: "done" }): void; refused(e: Error): void }>();
  private last = 0;
  private bye: Message & { type: "bye" } | undefined;

  /** Connects to the room at a URL such as ws://127.0.0.1:8080/ws/tag, or by what a function opens. */
  constructor(to: To, greeting: Greeting, private readonly listener: Listener) {
    this.socket = typeof to === "string" ? new WebSocket(to, "thicket.1") : to();
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.send({ type: "hello", ...greeting });
    this.socket.onmessage = (e: MessageEvent) => this.hear(e.data);
    this.socket.onclose = (e: CloseEvent) => {
      const reason = this.bye?.reason || e.reason || lost;
      for (const w of this.waiting.values()) w.refused(new Error(reason));
      this.waiting.clear();
      this.listener.ended?.(reason, this.bye?.again ?? reason === lost);
    };
  }

  private hear(data: string | ArrayBuffer) {
    if (typeof data !== "string") {
      const scene = this.scenes.read(new Uint8Array(data));
      this.send({ type: "ack", frame: scene.frame });
      this.listener.scene?.(scene);
      return;
    }
    const message = JSON.parse(data) as Message;
    if (message.type === "bye") this.bye = message;
    if ((message.type === "done" || message.type === "refused") && message.n !== undefined) {
      const w = this.waiting.get(message.n);
      this.waiting.delete(message.n);
      if (message.type === "done") w?.done(message);
      else w?.refused(new Error(message.error));
    }
    this.listener.message?.(message);
  }

  /** Whether what is sent now reaches the server. */
  get open() { return this.socket.readyState === WebSocket.OPEN; }

  private send(message: object) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }

  /** Carries out a command, for game masters. It fails with the reason of a refusal. */
  do(command: Command) { return this.ask({ type: "do", command }); }

  /** Checks the text of a tree, for game masters. It fails with what is wrong. */
  check(file: string, source: string) { return this.ask({ type: "check", file, source }); }

  private ask(message: object): Promise<Message & { type: "done" }> {
    if (!this.open) return Promise.reject(new Error(this.bye?.reason || lost));
    const n = ++this.last;
    return new Promise((done, refused) => {
      this.waiting.set(n, { done, refused });
      this.send({ ...message, n });
    });
  }

  /** Has a player go into a direction; 0, 0 stops. */
  steer(x: number, y: number) { this.send({ type: "steer", x, y }); }

  /** Has a player do something in the next tick: what a verb says, or whatever is at hand. */
  act(verb = "") { this.send({ type: "act", verb }); }

  /** Says what is looked at, in metres, and how wide it is shown. */
  view(x: number, y: number, width: number, height: number, pixels: number) {
    this.send({ type: "view", x, y, width, height, pixels: Math.max(1, Math.min(65536, Math.round(pixels))) });
  }

  /** Sends somebody away, for game masters. */
  kick(person: number) { this.send({ type: "kick", person }); }
  say(text: string) { this.send({ type: "say", text }); }
  speed(times: number) { this.send({ type: "speed", times }); }

  /** Is told of a body from now on, for game masters; 0 for none. */
  select(id: number) { this.send({ type: "select", id }); }
  /** Is told from now on how the game and the selected body fare, or not any more, for game masters. */
  charts(on: boolean) { this.send({ type: "charts", on }); }
  /** Asks for bodies by name, for game masters: the answer is "found". */
  find(text: string) { this.send({ type: "find", text }); }
  /** Asks for a file of the scene, for game masters: the answer is "source". */
  read(file: string) { this.send({ type: "read", file }); }
  /** Plays one tick of a paused game, for game masters. */
  step() { this.send({ type: "step" }); }
  /** Goes to an earlier moment, for game masters; live goes back, branch goes on from there. */
  seek(tick: number) { this.send({ type: "seek", tick }); }
  live() { this.send({ type: "live" }); }
  branch() { this.send({ type: "branch" }); }
  close() { this.socket.close(1000); }
}
