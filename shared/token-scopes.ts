/**
 * API token scopes: read everything except account and payments; make and change videos; make and change albums; delete
 * photos, videos and albums, which ends in their loss.
 */
export const tokenScopes = ['read', 'generate', 'albums', 'manage'] as const;
export type TokenScope = (typeof tokenScopes)[number];
