import { z } from 'zod';
import {
  createdTokenSchema,
  newTokenSchema,
  type NewTokenInput,
  tokenSchema,
} from '../../../shared/schemas/tokens.ts';
import { json, type Operation, output } from './operation.ts';

export const tokenOperations: readonly Operation[] = [
  {
    id: 'createToken',
    tag: 'Tokens',
    method: 'post',
    path: '/api/tokens',
    summary:
      'Makes an API token. Its text is in this answer and in no other. Tokens are sent as `Authorization: Bearer`.',
    signedIn: true,
    body: json(newTokenSchema),
    status: 201,
    answer: output(createdTokenSchema),
    errors: [
      'token_name_required',
      'token_name_too_long',
      'token_scopes_required',
      'invalid_request',
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
    answer: output(z.array(tokenSchema)),
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
    answer: output(z.object({ success: z.literal(true) })),
    errors: ['token_not_found'],
    handle: ({ caller, req }) => caller.tokens.revoke({ id: String(req.params['id']) }),
  },
];
