/**
 * What a program may be allowed: to look at everything but account and payments, to have videos made and to change them, to
 * have albums made and to change them.
 */
export const tokenScopes = ['read', 'generate', 'albums'] as const;
export type TokenScope = (typeof tokenScopes)[number];
