import type app from './en/app.json';
import type common from './en/common.json';
import type landing from './en/landing.json';
import type offline from './en/offline.json';
import type shared from './en/shared.json';
import type { ErrorCode } from '../../../shared/errors.ts';
import { type Language, languages } from '../../../shared/languages.ts';

/**
 * The files of a language's folder. `common` is what several documents say; the others belong to the app, the landing
 * page, the page that is shown without a connection, and the pages of shared films. Scripts/check-translations.ts holds all languages to the English one's keys.
 */
export type Namespace = 'app' | 'common' | 'landing' | 'offline' | 'shared';

/** Everything that Memori says; where a key stands in which file is nobody's concern but the loader's. */
export type Texts = typeof app &
  typeof common &
  typeof landing &
  typeof offline &
  typeof shared & {
    errors: Record<ErrorCode, string>;
  };

/** Some namespaces of one language, as i18next takes them. */
export type Resources = Partial<Record<Namespace, object>>;

/** Files of languages' folders, by their paths as `import.meta.glob` has them, sorted by language and namespace. */
export function resourcesFrom(files: Record<string, object>): Record<Language, Resources> {
  const of = (language: Language) =>
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, texts]) => [/(\w+)\.json$/.exec(path)?.[1], texts] as const);
  return Object.fromEntries(
    languages.map((language) => [language, Object.fromEntries(of(language))]),
  ) as Record<Language, Resources>;
}

/** How i18next finds a key in whichever of these namespaces has it. */
export function lookIn(namespaces: readonly Namespace[]) {
  return { ns: namespaces, defaultNS: 'common', fallbackNS: namespaces };
}
