import { z } from 'zod';
import { createdTokenSchema, newTokenSchema, tokenRefSchema, tokenSchema } from '#shared/schemas/tokens.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { createApiToken, listApiTokens, revokeApiToken } from './tokens.ts';

const token: z.output<typeof tokenSchema> = {
  id: exampleIds.tokenId,
  name: 'The archive’s scanner',
  scopes: ['read', 'generate'],
  test: false,
  ending: 'x7Qa',
  createdAt: '2026-11-22T09:30:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
};

/** API tokens, which authenticate a user's programs; can't be managed with tokens themselves. */
export const tokenOperations = {
  create: operation({
    summary:
      'Creates an API token, to be sent as `Authorization: Bearer`. The token itself is returned only here. Requires that the password was given within the last ten minutes, by signing in or in the app.',
    access: 'session',
    recentPassword: true,
    rest: {
      id: 'createToken',
      tag: 'Tokens',
      method: 'post',
      path: '/api/tokens',
      status: 201,
      errors: [
        'token_name_required',
        'token_name_too_long',
        'token_scopes_required',
        'invalid_request',
        'password_needed',
        'too_many_tokens',
      ],
      example: { name: 'The archive’s scanner', scopes: ['read', 'generate'] },
      result: { ...token, token: 'mem_live_…x7Qa' },
    },
  })
    .input(newTokenSchema)
    .output(createdTokenSchema)
    .mutation(({ ctx: { deps, auth, language, storeResult }, input }) => {
      const maker = { userId: auth.user.id, sessionId: auth.sessionId, language };
      return createApiToken(deps, maker, input, storeResult);
    }),

  list: operation({
    summary:
      'Lists the API tokens of the account, newest first, with their names, scopes and last characters.',
    access: 'session',
    rest: {
      id: 'listTokens',
      tag: 'Tokens',
      method: 'get',
      path: '/api/tokens',
      errors: [],
      result: [token],
    },
  })
    .output(z.array(tokenSchema))
    .query(({ ctx }) => listApiTokens(ctx.deps.db, ctx.auth.user.id)),

  revoke: operation({
    summary: 'Revokes an API token, with immediate effect.',
    access: 'session',
    rest: {
      id: 'revokeToken',
      tag: 'Tokens',
      method: 'delete',
      path: '/api/tokens/{id}',
      errors: ['token_not_found'],
      result: success,
    },
  })
    .input(tokenRefSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await revokeApiToken(ctx.deps.db, ctx.auth.user.id, input.id);
      return success;
    }),
};
