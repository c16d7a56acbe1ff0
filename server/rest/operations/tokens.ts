import { z } from 'zod';
import {
  createdTokenSchema,
  newTokenSchema,
  type NewTokenInput,
  tokenSchema,
} from '../../../shared/schemas/tokens.ts';
import { exampleIds } from '../document/example-ids.ts';
import { json, type Operation, output } from './operation.ts';

const token: z.output<typeof tokenSchema> = {
  ...{ id: exampleIds.tokenId, name: 'The archive’s scanner', scopes: ['read', 'generate'], test: false },
  ...{ ending: 'x7Qa', createdAt: '2026-11-22T09:30:00.000Z', expiresAt: null, lastUsedAt: null },
};

export const tokenOperations: readonly Operation[] = [
  {
    id: 'createToken',
    tag: 'Tokens',
    method: 'post',
    path: '/api/tokens',
    summary:
      'Makes an API token. Its text is in this answer and in no other. Tokens are sent as `Authorization: Bearer`. The password must have been given within ten minutes: by signing in, or in the app.',
    signedIn: true,
    body: json(newTokenSchema, { name: 'The archive’s scanner', scopes: ['read', 'generate'] }),
    status: 201,
    answer: output(createdTokenSchema, { ...token, token: 'mem_live_…x7Qa' }),
    errors: [
      'token_name_required',
      'token_name_too_long',
      'token_scopes_required',
      'invalid_request',
      'password_needed',
      'too_many_tokens',
    ],
    handle: ({ caller, req }) => caller.tokens.create(req.body as NewTokenInput),
  },
  {
    id: 'listTokens',
    tag: 'Tokens',
    method: 'get',
    path: '/api/tokens',
    summary: 'The API tokens of the account, the newest first, by name, scopes and last characters.',
    signedIn: true,
    status: 200,
    answer: output(z.array(tokenSchema), [token]),
    errors: [],
    handle: ({ caller }) => caller.tokens.list(),
  },
  {
    id: 'revokeToken',
    tag: 'Tokens',
    method: 'delete',
    path: '/api/tokens/{id}',
    summary: 'Revokes an API token: from this moment on it is worth nothing.',
    signedIn: true,
    status: 200,
    answer: output(z.object({ success: z.literal(true) }), { success: true }),
    errors: ['token_not_found'],
    handle: ({ caller, req }) => caller.tokens.revoke({ id: String(req.params['id']) }),
  },
];
