import { Client, type Greeting, type Listener, type To } from "./client.js";

/** What a program tells of its connections to a room, and is told of them. */
export interface Guest extends Omit<Listener, "ended"> {
  /** What each connection begins with. */
  greet(): Greeting;
  /** The connection was lost, and is tried again. */
  lost(): void;
  /** The last connection has ended. A guest was welcome if the server ever let it in. */
  left(reason: string, welcome: boolean): void;
}

/** How often in a row a lost connection is tried again, for about a minute. */
const most = 20;

/**
 * Keeps a program connected to the room at a URL such as ws://127.0.0.1:8080/ws/tag until the function that it returns
 * is called: it comes back where a connection was lost, and where the server ends and may begin again.
 */
export function stay(to: To, client: { current: Client | null }, guest: Guest): () => void {
  let welcome = false, over = false, tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let own: Client | undefined; // who stays next may have put another one into client already
  const connect = () => {
    client.current = own = new Client(to, guest.greet(), {
      scene: (s) => guest.scene?.(s),
      message(m) {
        if (m.type === "welcome") {
          welcome = true;
          tries = 0;
        }
        guest.message?.(m);
      },
      ended(reason, again) {
        if (over) return;
        if (!welcome || !again || ++tries > most) {
          guest.left(reason, welcome);
          return;
        }
        guest.lost();
        retry = setTimeout(connect, Math.min(1000 * tries, 4000));
      },
    });
  };
  connect();
  return () => {
    over = true;
    clearTimeout(retry);
    own?.close();
  };
}
