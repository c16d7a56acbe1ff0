/** The questions of the FAQ, in their order; the page and its description for search engines both list them. */
export const questions = ['account', 'free', 'time', 'photos', 'credits', 'albums', 'privacy'] as const;
