// The only script of the page on which a television becomes a frame: it takes the code to the server, and opens the frame.
import { openFramePath } from '#shared/display.ts';
import { isLanguage } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { removeTooOld } from '#client/documents/remove-too-old.ts';
import { tvProblems } from './problems.ts';

// In development, styles come with the modules that import them; the build puts them into the document.
if (import.meta.env.DEV) void import('#client/documents/secret-page/render.tsx');

const form = document.querySelector('form');
const input = document.querySelector<HTMLInputElement>('[name=code]');
if (!form || !input) throw new Error('The page has no place for the code');
const { lang } = document.documentElement;
let busy = false;

function show(part: string, visible: boolean) {
  for (const each of document.querySelectorAll<HTMLElement>(`[data-${part}]`)) each.hidden = !visible;
}

/** Shows one problem, or clears it. */
function tell(problem: string | null) {
  for (const line of document.querySelectorAll<HTMLElement>('[data-problem]'))
    line.hidden = line.dataset['problem'] !== problem;
  if (problem === null) input?.removeAttribute('aria-invalid');
  else input?.setAttribute('aria-invalid', 'true');
}

function setBusy(value: boolean) {
  busy = value;
  show('idle', !busy);
  show('busy', busy);
}

interface Opened {
  secret?: string;
  code?: string;
}

/** Resolves with the frame's secret, or with why there is none. */
async function open(code: string): Promise<Opened> {
  try {
    const answer = await fetch(openFramePath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    return (await answer.json()) as Opened;
  } catch {
    return { code: 'service_unavailable' };
  }
}

async function submit(code: string): Promise<void> {
  if (busy) return;
  tell(null);
  setBusy(true);
  const answer = await open(code);
  // The television's back button does not lead to a code that no longer works.
  if (answer.secret)
    return location.replace(href(isLanguage(lang) ? lang : 'en', 'frame', { id: answer.secret }));
  setBusy(false);
  tell(tvProblems.find((problem) => problem === answer.code) || 'service_unavailable');
  if (!input) return;
  input.focus();
  input.select();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit(input.value);
});
form.addEventListener('input', () => tell(null));
removeTooOld();
