import '#client/ui/styles/palette.css';
import '#client/ui/styles/fonts.css';
import '#client/ui/styles/base.css';
import { hydrateRoot } from 'react-dom/client';
import type { Language } from '#shared/languages.ts';
import { createI18n } from '#client/i18n/instance.ts';
import type { Resources } from '#client/i18n/texts.ts';
import { scheduleExpiry } from '#client/entities/outbox/storage.ts';
import { Landing } from './landing.tsx';
import type { Visitor } from '#client/entities/user/visitor.ts';

/** Hydrates the prerendered page. Resolves when its buttons work. */
export async function hydrate(
  language: Language,
  texts: Resources,
  visitor: Promise<Visitor | null>,
): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the landing page');
  scheduleExpiry();
  const i18n = createI18n(language, texts);
  await new Promise<void>((resolve) => {
    hydrateRoot(root, <Landing i18n={i18n} visitor={visitor} onHydrated={resolve} />);
  });
}
