import { z } from 'zod';
import { limits } from '../limits.ts';
import { plainLine } from '../plain-text.ts';
import { tokenScopes } from '../token-scopes.ts';
import { code } from './code.ts';

export const newTokenSchema = z.object({
  /** What its owner recognises it by. */
  name: z
    .string({ error: code('token_name_required') })
    .overwrite(plainLine)
    .min(1, code('token_name_required'))
    .max(limits.tokens.maxNameLength, code('token_name_too_long')),
  /** What it may be used for. */
  scopes: z
    .array(z.enum(tokenScopes, { error: code('invalid_request') }), { error: code('token_scopes_required') })
    .min(1, code('token_scopes_required'))
    .max(tokenScopes.length, code('invalid_request')),
  /** True for one whose calls cost nothing: what they make is small, marked as a test and deleted after a day. */
  test: z.boolean({ error: code('invalid_request') }).default(false),
  /** After so many days it is worth nothing; left out, it does not expire. */
  expiresInDays: z
    .int({ error: code('invalid_request') })
    .min(1, code('invalid_request'))
    .max(limits.tokens.maxDays, code('invalid_request'))
    .optional(),
});
/** A wish for a token as it has been judged. */
export type NewToken = z.output<typeof newTokenSchema>;
/** The same as it is sent. */
export type NewTokenInput = z.input<typeof newTokenSchema>;

export const tokenRefSchema = z.object({
  id: z.string({ error: code('token_not_found') }).regex(/^[a-z2-7]{32}$/, code('token_not_found')),
});

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** True for one whose calls cost nothing, and see only what such calls have made. */
  test: z.boolean(),
  /** Its last four characters. */
  ending: z.string(),
  /** These are ISO 8601 in UTC. */
  createdAt: z.string(),
  /** Null for one that does not expire. */
  expiresAt: z.string().nullable(),
  /** To the minute; null for one that was never used. */
  lastUsedAt: z.string().nullable(),
});
/** A token as its owner sees it, without itself. */
export type Token = z.infer<typeof tokenSchema>;

export const createdTokenSchema = tokenSchema.extend({
  /** The token itself: told this once. */
  token: z.string(),
});
export type CreatedToken = z.infer<typeof createdTokenSchema>;
