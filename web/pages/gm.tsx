import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { drawOnceAFrame } from "./frame.js";
import { Master } from "./master.js";
import { socket, useRooms, wanted } from "./room.js";

/** The token stays in this tab: it comes in the fragment of the address, which no server sees. */
const tokenKey = "thicket.gm";

function token(): string {
  if (location.hash.length > 1) {
    sessionStorage.setItem(tokenKey, decodeURIComponent(location.hash.slice(1)));
    history.replaceState(null, "", location.pathname + location.search);
  }
  return sessionStorage.getItem(tokenKey) ?? "";
}

function App() {
  const { lobby, error: unheard } = useRooms();
  const [room, setRoom] = useState(wanted());
  const [secret, setSecret] = useState(token);
  const [error, setError] = useState("");
  useEffect(() => {
    if (lobby?.rooms.length && !lobby.rooms.includes(room)) setRoom(lobby.rooms[0]!);
  }, [lobby]);
  const refuse = (reason: string) => {
    sessionStorage.removeItem(tokenKey);
    setSecret("");
    setError(reason);
  };
  if (!secret) {
    const submit = (e: SubmitEvent) => {
      e.preventDefault();
      const text = String(new FormData(e.currentTarget as HTMLFormElement).get("token") ?? "").trim();
      sessionStorage.setItem(tokenKey, text);
      setError("");
      setSecret(text);
    };
    return (
      <main class="door">
        <form class="card" onSubmit={submit}>
          <h1>Game master</h1>
          <label>The token that the server printed <input name="token" type="password" required autofocus /></label>
          {error && <p class="alarm" role="alert">{error}</p>}
          <button>Enter</button>
        </form>
      </main>
    );
  }
  if (!lobby?.rooms.includes(room)) return <main class="door"><p role="status">{unheard || (lobby?.rooms.length === 0 ? "There are no rooms." : "Asking for the games ...")}</p></main>;
  return <Master key={room} room={room} all={lobby.games} go={setRoom} to={socket(room)} token={secret} refuse={refuse} />;
}

drawOnceAFrame();
render(<App />, document.getElementById("app")!);
