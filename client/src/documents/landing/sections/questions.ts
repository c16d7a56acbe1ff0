/** The questions of the FAQ, in order; used by the page and by its structured data for search engines. */
export const questions = ['account', 'free', 'time', 'photos', 'credits', 'albums', 'privacy'] as const;
