/** API token scopes: read everything except account and payments; make and change videos; make and change albums. */
export const tokenScopes = ['read', 'generate', 'albums'] as const;
export type TokenScope = (typeof tokenScopes)[number];
