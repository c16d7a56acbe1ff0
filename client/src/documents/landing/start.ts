// The only script that the landing page loads by itself. The page is complete without it: this plays its first film,
// asks who the visitor is, and loads the rest at the first interaction.
import { showChat } from '#client/features/chat/show-chat.ts';
import { rememberLanguage } from '#client/i18n/language.ts';
import { defaultLanguage, isLanguage } from '#shared/languages.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { justDeleted, reloading } from '#client/lib/session-flags.ts';
import { askVisitor } from '#client/entities/user/visitor.ts';

const texts = import.meta.glob<{ default: object }>('../../i18n/*/{common,landing}.json');

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;

/** Interactions, as opposed to merely viewing the page. */
const intents = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'click',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
];
const listening = { capture: true, passive: true };

const loaded = new Promise<unknown>((resolve) => {
  if (document.readyState === 'complete') resolve(null);
  else window.addEventListener('load', resolve, { once: true });
});
const visitor = loaded.then(askVisitor);

let hydrating = false;

/** Visitors who came from this page in another language chose this one; others may have been redirected here. */
function rememberChoice(): void {
  const { origin, pathname } = new URL(document.referrer || 'about:blank');
  const before = origin === window.location.origin && pathname.slice(1);
  if (isLanguage(before) && before !== language) rememberLanguage(language);
}

/** Whether the visitor used the page before this script ran, judged by state that the browser kept. */
function wasUsed(): boolean {
  const changed = [...document.querySelectorAll('input')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
  return (
    changed ||
    reloading.read() !== null ||
    document.querySelector('[data-pressed-early]:popover-open') !== null
  );
}

async function ownTexts(namespace: 'common' | 'landing'): Promise<object> {
  const load = texts[`../../i18n/${language}/${namespace}.json`];
  if (!load) throw new Error(`There are no texts ${namespace} in ${language}`);
  return (await fetchPart(load)).default;
}

/** Everything else needed to hydrate the page. Null if it can't be loaded now. */
const rest = () =>
  Promise.all([fetchPart(() => import('./hydrate.tsx')), ownTexts('common'), ownTexts('landing')]).catch(
    () => null,
  );

async function hydrateApp(): Promise<void> {
  if (hydrating) return;
  hydrating = true;
  for (const intent of intents) window.removeEventListener(intent, onIntent, listening);
  const parts = await rest();
  if (parts) {
    const [{ hydrate }, common, landing] = parts;
    return hydrate(language, { common, landing }, visitor);
  }
  // The page stays static until the visitor's next interaction retries.
  hydrating = false;
  listen();
}

const onIntent = () => void hydrateApp();

function listen(): void {
  for (const intent of intents) window.addEventListener(intent, onIntent, listening);
}

function moveFirstPicture(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Browsers that refuse autoplay (to save power, say) leave the still picture.
  void document
    .querySelector<HTMLVideoElement>('[data-first] video')
    ?.play()
    .catch(() => undefined);
}

listen();
rememberChoice();
if (wasUsed() || justDeleted.read() !== null) void hydrateApp();

await loaded;
moveFirstPicture();
setTimeout(() => document.documentElement.setAttribute('data-settled', ''), 1000);
const known = await visitor;
if (known) {
  const { user, config } = known;
  showChat(config.chatUrl);
  // The prerendered page is generic, for selling: visitors who need something else get it immediately.
  if (user || config.pixelId || !config.purchasesAvailable) await hydrateApp();
}
