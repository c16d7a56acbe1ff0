/** The oldest browsers in which the scripts of shared films, frames and the family box run. */
export const oldestBrowsers = { chrome: 79, firefox: 69, safari: 13.1 } as const;

type Versions = Record<keyof typeof oldestBrowsers, number>;

/** What those scripts use that a browser with ES2017 modules may lack, and since when browsers have it. */
export const newerApis: Readonly<Record<string, Versions>> = {
  AbortController: { chrome: 66, firefox: 57, safari: 12.1 },
  ResizeObserver: { chrome: 64, firefox: 69, safari: 13.1 },
  finally: { chrome: 63, firefox: 58, safari: 11.1 },
  fromEntries: { chrome: 73, firefox: 63, safari: 12.1 },
  globalThis: { chrome: 71, firefox: 65, safari: 12.1 },
  toggleAttribute: { chrome: 69, firefox: 63, safari: 12 },
};
