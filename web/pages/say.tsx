/** Says something to all who are there. */
export function Say({ say }: { say(text: string): void }) {
  const submit = (e: SubmitEvent) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement, text = String(new FormData(form).get("text") ?? "").trim();
    if (text) say(text);
    form.reset();
    (document.activeElement as HTMLElement | null)?.blur();
  };
  return (
    <form class="say" onSubmit={submit}>
      <input name="text" aria-label="Say to all" placeholder="say something" maxLength={200} autocomplete="off" />
      <button>Say</button>
    </form>
  );
}
