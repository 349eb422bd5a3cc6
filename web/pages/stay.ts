import { Client, type Greeting, type Listener, lost } from "../client/client.js";
import { socket } from "./room.js";

/** What a page tells of its connection, and is told of it. */
export interface Guest extends Listener {
  /** What each connection begins with. */
  greet(): Greeting;
  /** The connection was lost, and is tried again. */
  lost(): void;
  /** The last connection has ended. A guest was welcome if the server ever let it in. */
  left(reason: string, welcome: boolean): void;
}

/** How often in a row a lost connection is tried again. */
const most = 20;

/** Keeps a page connected to a room until the function that it returns is called. */
export function stay(room: string, client: { current: Client | null }, guest: Guest): () => void {
  let welcome = false, over = false, tries = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const connect = () => {
    client.current = new Client(socket(room), guest.greet(), {
      scene: (s) => guest.scene?.(s),
      message(m) {
        if (m.type === "welcome") {
          welcome = true;
          tries = 0;
        }
        guest.message?.(m);
      },
      ended(reason) {
        if (over) return;
        if (!welcome || reason !== lost || ++tries > most) {
          guest.left(reason, welcome);
          return;
        }
        guest.lost();
        retry = setTimeout(connect, Math.min(500 * tries, 4000));
      },
    });
  };
  connect();
  return () => {
    over = true;
    clearTimeout(retry);
    client.current?.close();
  };
}
