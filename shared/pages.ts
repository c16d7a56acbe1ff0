import { isLanguage, type Language } from './languages.ts';

interface Page {
  /** Its path below the language prefix; `:id` is a placeholder for the item shown. */
  path: string;
  /** A screen of the app; all other pages are separate, prebuilt documents. */
  inApp: boolean;
  /** For users only: anyone else is asked to sign in. */
  signedIn: boolean;
  /** Listed by search engines. */
  indexed: boolean;
  /** Also available without a prefix, which redirects to the visitor's language. */
  unprefixed: boolean;
}

/** All pages: the single source for the router, the server, the sitemap and all links. */
export const pages = {
  landing: { path: '', inApp: false, signedIn: false, indexed: true, unprefixed: false },
  create: { path: 'create', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  packages: { path: 'packages', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  checkout: { path: 'checkout', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  account: { path: 'account', inApp: true, signedIn: true, indexed: false, unprefixed: true },
  developers: { path: 'developers', inApp: true, signedIn: true, indexed: false, unprefixed: true },
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
  tv: { path: 'tv', inApp: false, signedIn: false, indexed: false, unprefixed: true },
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
/** The required and optional parts of a link to a page. */
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

/** The app screen at a path, with or without a prefix; null if there is none. */
export function appPageAt(pathname: string): AppPage | null {
  const [first, ...rest] = pathname.split('/').filter(Boolean);
  const prefixed = isLanguage(first);
  const path = (prefixed ? rest : [first, ...rest]).join('/');
  return appPages.find((name) => pages[name].path === path && (prefixed || pages[name].unprefixed)) ?? null;
}
