import { z } from 'zod';
import { programLimits } from '../program-limits.ts';
import { plainLine } from '../plain-text.ts';
import { tokenScopes } from '../token-scopes.ts';
import { code } from './code.ts';
import { writtenText } from './text.ts';

export const newTokenSchema = z.object({
  name: writtenText({
    clean: plainLine,
    max: programLimits.tokens.maxNameLength,
    tooLong: 'token_name_too_long',
    missing: 'token_name_required',
  })
    .min(1, code('token_name_required'))
    .describe('Name shown to its owner.'),
  scopes: z
    .array(z.enum(tokenScopes, { error: code('invalid_request') }), { error: code('token_scopes_required') })
    .min(1, code('token_scopes_required'))
    .max(tokenScopes.length, code('invalid_request'))
    .describe('What it can be used for.'),
  test: z
    .boolean({ error: code('invalid_request') })
    .default(false)
    .describe(
      'True for one whose calls cost nothing: what they make is small, marked as a test and deleted after a day.',
    ),
  expiresInDays: z
    .int({ error: code('invalid_request') })
    .min(1, code('invalid_request'))
    .max(programLimits.tokens.maxDays, code('invalid_request'))
    .optional()
    .describe('Number of days after which it expires. Does not expire by default.'),
});
/** A validated request for a token. */
export type NewToken = z.output<typeof newTokenSchema>;
export const tokenRefSchema = z.object({
  id: z.string({ error: code('token_not_found') }).regex(/^[a-z2-7]{32}$/, code('token_not_found')),
});

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  test: z
    .boolean()
    .describe('True for a test token: its calls are free and see only what test tokens created.'),
  ending: z.string().describe('Its last four characters.'),
  createdAt: z.string().describe('ISO 8601 in UTC.'),
  expiresAt: z.string().nullable().describe('Null if it does not expire.'),
  lastUsedAt: z.string().nullable().describe('Accurate to the minute; null if it was never used.'),
});
/** A token as its owner sees it, without the secret itself. */
export type Token = z.infer<typeof tokenSchema>;

export const createdTokenSchema = tokenSchema.extend({
  token: z.string().describe('The token itself. Returned only once.'),
});
export type CreatedToken = z.infer<typeof createdTokenSchema>;
