/** Sends the form of `Report` on submit, and shows the outcome below it. */
export function sendReportWhenAsked(form: HTMLFormElement): void {
  const say = (outcome: 'sent' | 'failed' | null): void => {
    for (const line of form.parentElement?.querySelectorAll<HTMLElement>('[data-outcome]') ?? [])
      line.hidden = line.dataset['outcome'] !== outcome;
  };
  const submit = async (): Promise<void> => {
    say(null);
    const fields = Object.fromEntries(new FormData(form));
    form.inert = true;
    const arrived = await send(form.dataset['report'] ?? '', fields);
    form.inert = false;
    // Prevents sending it twice by mistake, and removes the text from a screen that others may see.
    form.hidden = arrived;
    say(arrived ? 'sent' : 'failed');
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
}

async function send(address: string, fields: object): Promise<boolean> {
  try {
    const headers = {
      'content-type': 'application/json',
      'memori-language': document.documentElement.lang,
    };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(fields) });
    return answer.ok;
  } catch {
    return false;
  }
}
