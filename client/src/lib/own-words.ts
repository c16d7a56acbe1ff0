/**
 * For an element of the landing page whose words an operator may replace: the server puts theirs into the document that was
 * built ahead (server/http/landing-words.ts), and hydration leaves them as they are.
 */
export const ownWords = (name: string) => ({ 'data-own': name, suppressHydrationWarning: true });
