import type app from './en/app.json';
import type common from './en/common.json';
import type landing from './en/landing.json';
import type shared from './en/shared.json';
import type { ErrorCode } from '#shared/errors.ts';
import { type Language, languages } from '#shared/languages.ts';

/**
 * The files in a language's folder. `common` has texts used by several documents; the others belong to the app, the
 * landing page, and the pages of shared films. scripts/check-translations.ts checks every language against the English
 * keys.
 */
export type Namespace = 'app' | 'common' | 'landing' | 'shared';

/** What the app loads. */
export const appNamespaces = ['common', 'app'] as const satisfies Namespace[];

/** All texts. Which file a key is in matters only to the loader. */
export type Texts = typeof app &
  typeof common &
  typeof landing &
  typeof shared & {
    errors: Record<ErrorCode, string>;
  };

/** Some namespaces of one language, in i18next's format. */
export type Resources = Partial<Record<Namespace, object>>;

/** Groups language files, keyed by path as by `import.meta.glob`, by language and namespace. */
export function resourcesFrom(files: Record<string, object>): Record<Language, Resources> {
  const of = (language: Language) =>
    Object.entries(files)
      .filter(([path]) => path.includes(`/${language}/`))
      .map(([path, texts]) => [/(\w+)\.json$/.exec(path)?.[1], texts] as const);
  return Object.fromEntries(
    languages.map((language) => [language, Object.fromEntries(of(language))]),
  ) as Record<Language, Resources>;
}

/** Options that make i18next look up a key in all of these namespaces. */
export function namespaceOptions(namespaces: readonly Namespace[]) {
  return { ns: namespaces, defaultNS: 'common', fallbackNS: namespaces };
}
