import type { Language } from '#shared/languages.ts';

/**
 * Creates what depends on the language once for each: an `Intl` formatter takes milliseconds to create on a phone, and
 * every card of a gallery uses one.
 */
export function perLanguage<Value>(create: (language: Language) => Value): (language: Language) => Value {
  const created = new Map<Language, Value>();
  return (language) => {
    const value = created.get(language) ?? create(language);
    created.set(language, value);
    return value;
  };
}
