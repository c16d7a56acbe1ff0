// The script of a box's page: it sends photos and stores the links to those sent from this browser.
import { removeTooOld } from '#client/documents/remove-too-old.ts';
import { boxPath, type OpenBox } from '#shared/box.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { href } from '#shared/pages.ts';
import { formatBytes, regional } from '#client/lib/format.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { takeSecret } from '#client/documents/secret-page/secret.ts';
import { problemOf, sizeSlot } from './problems.ts';
import type { StoryTeller } from './story.ts';
import { keepSentLink, readSentLinks, type SentLink } from './sent-links.ts';

// In development, styles come with the modules that import them; the build puts them into the document.
if (import.meta.env.DEV) void import('#client/documents/secret-page/render.tsx');

const secret = takeSecret();
const key = `memori-box-${secret}`;
const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : 'en';

function present<E extends Element>(found: E | null): E {
  if (!found) throw new Error('The page lacks a part');
  return found;
}
const find = (selector: string) => present(document.querySelector<HTMLElement>(selector));
const form = present(document.querySelector('form'));
const template = present(document.querySelector('template'));
const sent = find('[data-sent]');

/** Records a story, if the box asks for one and the browser can. */
let teller: StoryTeller | null = null;
let isRecorded = false;

const chosenStory = () => form.querySelector<HTMLInputElement>('[name=story]')?.files?.[0];

/** Words are asked for once there is something to write down. */
function showWords() {
  find('[data-words]').hidden = !isRecorded && !chosenStory();
}

/** The size of the chosen photo in bytes; 0 without one. */
const chosenSize = () => form.querySelector<HTMLInputElement>('[name=image]')?.files?.[0]?.size ?? 0;

/** Shows one problem, with what to do about it, or clears it. */
function tell(problem: string | null) {
  for (const line of form.querySelectorAll<HTMLElement>('[data-problem]')) {
    const { help } = line.dataset;
    if (help !== undefined) line.textContent = help.replace(sizeSlot, formatBytes(chosenSize(), language));
    line.hidden = line.dataset['problem'] !== problem;
  }
}

function setBusy(busy: boolean) {
  find('[data-idle]').hidden = busy;
  find('[data-busy]').hidden = !busy;
  form.inert = busy;
}

function showSent(links: readonly SentLink[]) {
  sent.hidden = links.length === 0;
  const list = find('[data-links]');
  list.textContent = '';
  list.append(
    ...links.map(({ secret: id, sentAt }) => {
      const item = template.content.cloneNode(true) as DocumentFragment;
      const [link, time] = [item.querySelector('a'), item.querySelector('time')];
      if (link) link.href = href(language, 'sent', { id });
      if (time) {
        time.dateTime = sentAt;
        const options = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
        time.textContent = new Intl.DateTimeFormat(regional(language), options).format(new Date(sentAt));
      }
      return item;
    }),
  );
}

/** Validates the form before it is sent; null if it is valid. */
function problemIn(data: FormData): string | null {
  const image = data.get('image');
  if (!(image instanceof File) || image.size === 0) return 'no_file_selected';
  if (image.size > limits.photo.maxBytes) return 'file_too_large';
  const story = data.get('story');
  if (story instanceof File && story.size > limits.photo.maxBytes) return 'file_too_large';
  const sender = data.get('sender');
  if (typeof sender !== 'string' || sender.trim() === '') return 'sender';
  return data.get('consent') === 'yes' ? null : 'consent_required';
}

/** Puts the recording, if there is one, beside the photo; nothing without one. */
function addStory(data: FormData, recording: Blob | null) {
  if (recording) data.set('story', recording, 'story');
  else if (!chosenStory()) data.delete('story');
  if (!data.has('story')) data.delete('words');
}

/** Puts what the create page would send in place of the chosen file; returns why it can't be sent, or null. */
async function prepare(data: FormData): Promise<string | null> {
  const image = data.get('image');
  if (!(image instanceof File)) return 'no_file_selected';
  // Without these nothing can be prepared, and the server judges the file as it is.
  if (!('createImageBitmap' in window && 'importLater' in window)) return null;
  // Loaded only now: most of this page's visitors only look.
  const [{ judgePhoto }, { photoToSend }] = await Promise.all([
    fetchPart(() => import('#client/entities/photo/judge-photo.ts')),
    fetchPart(() => import('#client/entities/photo/shrink-photo.ts')),
  ]);
  const judged = await judgePhoto(image);
  // A part did not arrive, so nothing was sent.
  if (!judged.ok) return judged.code === 'service_unavailable' ? 'upload_aborted' : judged.code;
  const sentPhoto = await photoToSend(judged.photo);
  data.set('image', sentPhoto.image);
  for (const [name, value] of Object.entries(sentPhoto.facts)) data.set(name, value);
  return null;
}

async function send(data: FormData): Promise<void> {
  try {
    const refusal = await prepare(data);
    if (refusal) return tell(problemOf(refusal));
    const answer = await fetch(boxPath(secret), { method: 'POST', body: data });
    const body = (await answer.json()) as { secret?: string; code?: string };
    if (!body.secret) return tell(problemOf(body.code));
    showSent(keepSentLink(localStorage, key, { secret: body.secret, sentAt: new Date().toISOString() }));
    form.reset();
    if (teller) teller.reset();
    showWords();
    sent.querySelector('h2')?.focus();
  } catch {
    tell('upload_aborted');
  }
}

async function submit(): Promise<void> {
  const recording = teller && (await teller.recording());
  const data = new FormData(form);
  data.set('language', language);
  addStory(data, recording);
  const problem = problemIn(data);
  tell(problem);
  if (problem) return;
  const before = document.activeElement;
  setBusy(true);
  await send(data);
  setBusy(false);
  // An inert form can't keep it. Once a photo was sent, the heading below has it.
  if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void submit();
});
form.addEventListener('input', () => {
  tell(null);
  showWords();
});

showSent(readSentLinks(localStorage, key));

async function showBox(): Promise<void> {
  const answer = await fetch(boxPath(secret));
  if (!answer.ok) return;
  const { name, asksForStory } = (await answer.json()) as OpenBox;
  find('[data-name]').textContent = name;
  if (asksForStory) await askForStory();
}

/** Shows what only the page of a box that asks for stories has. Where nothing can be recorded, it still takes a file. */
async function askForStory(): Promise<void> {
  for (const part of form.querySelectorAll<HTMLElement>('[data-story]')) part.hidden = false;
  const canRecord = 'MediaRecorder' in window && 'mediaDevices' in navigator && 'importLater' in window;
  if (!canRecord) return;
  const part = await fetchPart(() => import('./story.ts')).catch(() => null);
  if (!part) return;
  teller = part.startStory(find('fieldset[data-story]'), (told) => {
    isRecorded = told;
    showWords();
  });
}

void showBox();
removeTooOld();
