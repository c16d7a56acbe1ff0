// The only script of the page of a photo that was sent to a box: it shows the photo's status until that is final.
import { removeTooOld } from '#client/documents/remove-too-old.ts';
import { sentPath, type SentPhoto } from '#shared/box.ts';
import { isLanguage } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import { href } from '#shared/pages.ts';
import { takeSecret } from '#client/documents/secret-page/secret.ts';

// In development, styles come with the modules that import them; the build puts them into the document.
if (import.meta.env.DEV) void import('#client/documents/secret-page/render.tsx');

const film = document.querySelector<HTMLAnchorElement>('[data-film]');
const { lang } = document.documentElement;
const secret = takeSecret();

function show({ state, videoId }: SentPhoto) {
  for (const words of document.querySelectorAll<HTMLElement>('[data-state]'))
    words.hidden = words.dataset['state'] !== state;
  if (!film) return;
  film.hidden = videoId === null;
  if (videoId !== null) film.href = href(isLanguage(lang) ? lang : 'en', 'video', { id: videoId });
}

/** Asks for the status; true if it may still change. Without a response, the page keeps its current text. */
async function ask(): Promise<boolean> {
  try {
    const answer = await fetch(sentPath(secret));
    if (!answer.ok) return true;
    const photo = (await answer.json()) as SentPhoto;
    show(photo);
    return photo.state === 'waiting' || photo.state === 'making';
  } catch {
    return true;
  }
}

async function follow(): Promise<void> {
  if (await ask()) setTimeout(() => void follow(), appLimits.polling.statusSeconds * 1000);
}
void follow();
removeTooOld();
