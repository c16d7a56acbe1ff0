/**
 * The scopes of an API token: read everything except account and payments; generate and change videos; create and
 * change albums.
 */
export const tokenScopes = ['read', 'generate', 'albums'] as const;
export type TokenScope = (typeof tokenScopes)[number];
