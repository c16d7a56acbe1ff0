/** The pages of the app, below a language's prefix; the landing page and shared films are documents of their own. */
export const appPages = ['create', 'packages', 'checkout', 'mail'] as const;

/** Those that also work without a prefix: they lead to the visitor's language. */
export const unprefixedPages = ['create', 'packages', 'checkout'] as const;

export type AppPage = (typeof appPages)[number];
