/** A language's texts: nested, with `{{name}}` placeholders and plural suffixes as in i18next. */
export type Texts = { [key: string]: string | Texts };

const pluralEnding = /_(zero|one|two|few|many|other)$/;
// Rare plural forms that i18next needs only for millions; optional in every language.
const optionalForms = ['many'];

/** All keys with their texts, nested ones joined by dots. */
export function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string') all.set(prefix + name, value);
    else for (const [key, text] of flatten(value, `${prefix}${name}.`)) all.set(key, text);
  }
  return all;
}

/** Merges several files of one language; a section may appear in more than one of them. */
export function mergeTexts(files: readonly Texts[]): Texts {
  const merged: Texts = {};
  for (const file of files) {
    for (const [name, value] of Object.entries(file)) {
      const known = merged[name];
      const both = typeof known === 'object' && typeof value === 'object';
      merged[name] = both ? mergeTexts([known, value]) : value;
    }
  }
  return merged;
}

const baseOf = (key: string) => key.replace(pluralEnding, '');

function placeholdersByBase(texts: Map<string, string>): Map<string, string> {
  const byBase = new Map<string, Set<string>>();
  for (const [key, text] of texts) {
    const names = byBase.get(baseOf(key)) ?? new Set();
    for (const [, name] of text.matchAll(/{{\s*(\w+)[^}]*}}/g)) names.add(name!);
    byBase.set(baseOf(key), names);
  }
  return new Map([...byBase].map(([base, names]) => [base, [...names].toSorted().join(', ')]));
}

function missingPluralForms(language: string, texts: Map<string, string>): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const needed = pluralCategories.filter((form) => !optionalForms.includes(form));
  const bases = new Set([...texts.keys()].filter((key) => pluralEnding.test(key)).map(baseOf));
  return [...bases].flatMap((base) =>
    needed
      .filter((form) => !texts.has(`${base}_${form}`))
      .map((form) => `${language}: ${base} lacks its form "${form}"`),
  );
}

/**
 * Inconsistencies between languages: a key missing in one, an empty text, different placeholders, a missing plural
 * form.
 */
export function compareLanguages(languages: Record<string, Texts>): string[] {
  const flat = Object.entries(languages).map(([name, texts]) => ({ name, texts: flatten(texts) }));
  const problems = flat.flatMap(({ name, texts }) => [
    ...missingPluralForms(name, texts),
    ...[...texts].filter(([, text]) => text.trim() === '').map(([key]) => `${name}: ${key} is empty`),
  ]);
  for (const { name, texts } of flat) {
    const placeholders = placeholdersByBase(texts);
    for (const other of flat.filter((language) => language.name !== name)) {
      for (const [base, names] of placeholdersByBase(other.texts)) {
        const mine = placeholders.get(base);
        if (mine === undefined) problems.push(`${name}: ${base} is missing, ${other.name} has it`);
        else if (mine !== names)
          problems.push(`${name}: ${base} has {${mine}}, ${other.name} has {${names}}`);
      }
    }
  }
  return problems;
}

interface UsedKeys {
  /** Keys that appear in the sources literally. */
  literals: Set<string>;
  /** Keys composed in the sources: `errors.${code}` as a pattern in which each hole matches one name. */
  patterns: Map<string, RegExp>;
  /** First arguments of `t(…)` and i18nKey: these must exist. */
  required: Set<string>;
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[^.]+')}(${pluralEnding.source.slice(0, -1)})?$`);
}

/** Finds every string in the sources that may be a key, without running them. */
export function usedKeys(sources: readonly string[]): UsedKeys {
  const used: UsedKeys = { literals: new Set(), patterns: new Map(), required: new Set() };
  for (const source of sources) {
    for (const [, key] of source.matchAll(/['"`]([a-zA-Z]\w*(?:\.\w+)*)['"`]/g)) used.literals.add(key!);
    for (const [, template] of source.matchAll(/`([a-zA-Z]\w*\.[\w.]*(?:\$\{[^}]*\}[\w.]*)+)`/g)) {
      used.patterns.set(template!, patternOf(template!));
    }
    for (const [, key] of source.matchAll(/\b(?:t\(\s*|i18nKey=)['"]([\w.]+)['"]/g)) used.required.add(key!);
  }
  return used;
}

/** Keys that no source uses, and keys and patterns in the sources without a text. */
export function compareWithSources(texts: Texts, sources: readonly string[]): string[] {
  const { literals, patterns, required } = usedKeys(sources);
  const keys = [...flatten(texts).keys()];
  const bases = new Set(keys.map(baseOf));
  const all = [...patterns];
  const unused = keys.filter(
    (key) =>
      !literals.has(key) && !literals.has(baseOf(key)) && !all.some(([, pattern]) => pattern.test(key)),
  );
  const topLevel = new Set(Object.keys(texts));
  const unanswered = all
    .filter(([template]) => topLevel.has(template.split('.', 1)[0]!))
    .filter(([, pattern]) => !keys.some((key) => pattern.test(key)));
  return [
    ...unused.map((key) => `${key} is used nowhere in client/src`),
    ...[...required].filter((key) => !bases.has(key)).map((key) => `${key} is used and has no text`),
    ...unanswered.map(([template]) => `\`${template}\` is used and matches no text`),
  ];
}
