// The only script of a frame: it plays the films of a list one after the other, and refreshes the list periodically.
import { removeTooOld } from '#client/documents/remove-too-old.ts';
import { displayedFilmPath, type DisplayPlaylist, playlistPath } from '#shared/display.ts';
import { familyLimits } from '#shared/family-limits.ts';
import { startControls } from './controls.ts';
import { isDimmed, minuteOf } from './dimmed.ts';
import { playOrder, keyOf } from './order.ts';
import { createFilmCache } from './film-cache.ts';
import { createStage } from './stage.ts';
import type { FrameState } from './states.ts';

// In development, styles come with the modules that import them; the build puts them into the document.
if (import.meta.env.DEV) void import('#client/documents/secret-page/render.tsx');

const secret = location.pathname.split('/').pop() ?? '';
const frame = document.querySelector<HTMLElement>('[data-frame]');
const [first, second] = document.querySelectorAll<HTMLVideoElement>('[data-film]');
if (!frame || !first || !second) throw new Error('The page has no place for the films');
const name = frame.querySelector('[data-name]');

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const stage = createStage(first, second);
const shelf = createFilmCache(async (film) => {
  const answer = await fetch(displayedFilmPath(secret, film));
  if (!answer.ok) throw new Error(`The film answers ${answer.status}`);
  return answer.blob();
});
const updates = new EventTarget();
/** Null until the first answer. */
let playlist: DisplayPlaylist | null = null;
let last: { key: string; index: number } | null = null;
let stopped = false;
let paused = false;

function say(state: FrameState) {
  if (frame) frame.dataset['state'] = state;
}

const showPaused = startControls(frame, {
  toggle() {
    paused = !paused;
    if (paused) stage.pause();
    else stage.resume().catch(pauseBlocked);
    return paused;
  },
  next() {
    paused = false;
    stage.skip();
  },
});

/** If the browser refuses autoplay (to save power, say), the user starts playback with the button. */
function pauseBlocked() {
  paused = true;
  showPaused(true);
}

function dim() {
  if (!frame) return;
  if (isDimmed(playlist?.dim ?? null, minuteOf(new Date()))) frame.dataset['dimmed'] = '';
  else delete frame.dataset['dimmed'];
}

/** The owner has revoked it: none of the films are kept. */
function stop() {
  stopped = true;
  clearInterval(timer);
  stage.clear();
  shelf.keepOnly([]);
  if (name) name.textContent = '';
  say('stopped');
}

/** Refreshes the playlist. If the server can't be reached, keeps playing the current one. */
async function refresh(): Promise<void> {
  if (stopped) return;
  try {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), 30_000);
    const answer = await fetch(playlistPath(secret), { cache: 'no-store', signal: late.signal });
    const body = (await answer.json()) as DisplayPlaylist & { code?: string };
    clearTimeout(timer);
    if (body.code === 'frame_not_found') return stop();
    if (!answer.ok) throw new Error(`The list answers ${answer.status}`);
    playlist = body;
    shelf.keepOnly(body.films);
  } catch {
    // The next attempt is in a minute.
  }
  dim();
  updates.dispatchEvent(new Event('refreshed'));
}

/** Prepares the next available film; null if there is none. */
async function prepareNext() {
  for (const film of playOrder(playlist?.films ?? [], last)) {
    try {
      await stage.prepare(await shelf.take(film));
      return film;
    } catch {
      // Deleted meanwhile, or unreachable: the one after it may be available.
    }
  }
  return null;
}

async function showNext(): Promise<void> {
  const film = await prepareNext();
  if (!film) {
    if (playlist?.films.length === 0) say('empty');
    else if (last === null) say('offline');
    await new Promise((resolve) => updates.addEventListener('refreshed', resolve, { once: true }));
    return;
  }
  await stage.nearEnd(lessMotion.matches ? 0 : familyLimits.frame.crossfadeSeconds);
  const index = playlist?.films.findIndex(
    (each) => keyOf(each) === keyOf(film) && each.version === film.version,
  );
  // Removed from the list while it waited.
  if (index === undefined || index < 0 || stopped) return;
  last = { key: keyOf(film), index };
  if (name) name.textContent = film.name ?? '';
  say('playing');
  await stage.turn().catch(pauseBlocked);
}

async function keepScreenOn(): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  if (!paused) stage.resume().catch(() => undefined);
  // Optional: not every browser supports it.
  await navigator.wakeLock?.request('screen').catch(() => undefined);
}

const timer = window.setInterval(() => void refresh(), familyLimits.frame.refreshSeconds * 1000);
window.addEventListener('online', () => void refresh());
document.addEventListener('visibilitychange', () => void keepScreenOn());
void keepScreenOn();

// No top-level await, which ES2017 lacks.
async function run(): Promise<void> {
  await refresh();
  while (!stopped) await showNext();
}
void run();
removeTooOld();
