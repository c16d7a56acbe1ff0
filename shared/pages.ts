import { isLanguage, type Language } from './languages.ts';

interface Page {
  /** Its place below the language's prefix; `:id` stands for what it shows. */
  path: string;
  /** A screen of the app; all others are documents of their own, built ahead. */
  inApp: boolean;
  /** For users only: anybody else is asked to sign in there. */
  signedIn: boolean;
  /** For search engines to list. */
  indexed: boolean;
  /** Works without a prefix too: that leads to the visitor's language. */
  unprefixed: boolean;
}

/** Every page of Memori: what the router, the server, the sitemap and all links go by. */
export const pages = {
  landing: { path: '', inApp: false, signedIn: false, indexed: true, unprefixed: false },
  create: { path: 'create', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  packages: { path: 'packages', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  checkout: { path: 'checkout', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  account: { path: 'account', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  withdraw: { path: 'withdraw', inApp: true, signedIn: true, indexed: false, unprefixed: false },
  frames: { path: 'frame', inApp: true, signedIn: true, indexed: false, unprefixed: false },
  boxes: { path: 'box', inApp: true, signedIn: true, indexed: false, unprefixed: false },
  reset: { path: 'reset', inApp: true, signedIn: false, indexed: false, unprefixed: false },
  verify: { path: 'verify', inApp: true, signedIn: false, indexed: false, unprefixed: false },
  keep: { path: 'keep', inApp: true, signedIn: false, indexed: false, unprefixed: false },
  mail: { path: 'mail', inApp: true, signedIn: false, indexed: false, unprefixed: false },
  privacy: { path: 'privacy', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  terms: { path: 'terms', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  imprint: { path: 'imprint', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  accessibility: { path: 'accessibility', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  video: { path: 'video/:id', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  album: { path: 'album/:id', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  frame: { path: 'frame/:id', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  box: { path: 'box/:id', inApp: false, signedIn: false, indexed: false, unprefixed: false },
  sent: { path: 'sent/:id', inApp: false, signedIn: false, indexed: false, unprefixed: false },
} as const satisfies Record<string, Page>;

type Pages = typeof pages;
export type PageName = keyof Pages;
/** The pages that are screens of the app. */
export type AppPage = { [P in PageName]: Pages[P]['inApp'] extends true ? P : never }[PageName];

/** The names of all pages that have this property. */
export function pagesThatAre(property: Exclude<keyof Page, 'path'>): PageName[] {
  return (Object.keys(pages) as PageName[]).filter((name) => pages[name][property]);
}

export const appPages = pagesThatAre('inApp') as AppPage[];

type Place = { query?: Record<string, string>; hash?: string };
/** What a link to a page has to say, and may. */
type PlaceOn<P extends PageName> = Pages[P]['path'] extends `${string}:id`
  ? [place: Place & { id: string }]
  : [place?: Place];

/** The path of a page in a language, with its query and fragment if it has any. */
export function href<P extends PageName>(language: Language, page: P, ...[place]: PlaceOn<P>): string {
  const { id = '', query, hash }: Place & { id?: string } = place ?? {};
  const path = [language, pages[page].path.replace(':id', id)].filter(Boolean).join('/');
  const parameters = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `/${path}${query ? `?${parameters.join('&')}` : ''}${hash ? `#${hash}` : ''}`;
}

/** The screen of the app at a path, with or without a prefix; null where it has none. */
export function appPageAt(pathname: string): AppPage | null {
  const [first, ...rest] = pathname.split('/').filter(Boolean);
  const prefixed = isLanguage(first);
  const path = (prefixed ? rest : [first, ...rest]).join('/');
  return appPages.find((name) => pages[name].path === path && (prefixed || pages[name].unprefixed)) ?? null;
}
