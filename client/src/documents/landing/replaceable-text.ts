/**
 * Marks an element of the landing page whose text an operator may replace: the server writes it into the prerendered
 * document (server/transport/http/pages/landing-texts.ts), and hydration leaves it as it is.
 */
export const replaceableText = (name: string) => ({ 'data-own': name, suppressHydrationWarning: true });
