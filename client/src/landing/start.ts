// The only script that the landing page loads by itself. The page is complete without it: this moves its first picture,
// asks who is looking, and fetches the rest when a person does the first thing with the page.
import { showChat } from '../features/chat/show-chat.ts';
import { rememberLanguage } from '../i18n/language.ts';
import { defaultLanguage, isLanguage } from '../../../shared/languages.ts';
import { askVisitor } from './visitor.ts';

const texts = { en: () => import('./texts-en.ts'), it: () => import('./texts-it.ts') };

const { lang } = document.documentElement;
const language = isLanguage(lang) ? lang : defaultLanguage;

/** What people do, and nothing that only looks at the page does. */
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

let waking = false;
let missed: HTMLElement | null = null;

/** A click on a button that doesn't work yet is made up for when it does. */
function rememberClick({ target }: Event): void {
  missed = (target as Element).closest<HTMLElement>('button:not([popovertarget])') ?? missed;
}

/** Who follows a link to a language has chosen it; who is on this page may have been sent here. */
function rememberChoice({ target }: Event): void {
  const chosen = (target as Element).closest<HTMLAnchorElement>('a[hreflang]')?.hreflang;
  if (isLanguage(chosen)) rememberLanguage(chosen);
}

async function wake(): Promise<void> {
  if (waking) return;
  waking = true;
  for (const intent of intents) window.removeEventListener(intent, onIntent, listening);
  const [{ hydrate }, own] = await Promise.all([import('./hydrate.tsx'), texts[language]()]);
  await hydrate(language, own.texts, visitor);
  document.removeEventListener('click', rememberClick, true);
  missed?.click();
}

const onIntent = () => void wake();

function moveFirstPicture(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  // Browsers that refuse (to save power, say) leave the picture standing.
  void document
    .querySelector<HTMLVideoElement>('[data-first] video')
    ?.play()
    .catch(() => undefined);
}

for (const intent of intents) window.addEventListener(intent, onIntent, listening);
document.addEventListener('click', rememberClick, true);
document.addEventListener('click', rememberChoice, true);

await loaded;
moveFirstPicture();
const known = await visitor;
if (known) {
  const { user, config } = known;
  showChat(config.chatUrl);
  // The page was built for nobody in particular, and to sell: who must see something else sees it at once.
  if (user || config.pixelId || !config.purchasesAvailable) await wake();
}
