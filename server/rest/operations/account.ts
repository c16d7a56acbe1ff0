import { z } from 'zod';
import {
  changePasswordSchema,
  deleteAccountSchema,
  exportStatusSchema,
  sessionEntrySchema,
} from '../../../shared/schemas/account.ts';
import { AppError } from '../../platform/errors.ts';
import { exampleIds } from '../document/example-ids.ts';
import { json, type Operation, output } from './operation.ts';

const done = output(z.object({ success: z.literal(true) }), { success: true });
const password = 'a walk by the sea';

export const accountOperations: readonly Operation[] = [
  {
    id: 'changePassword',
    tag: 'Account',
    method: 'post',
    path: '/api/auth/password',
    summary: 'Changes the password of whoever knows the current one; every other session ends.',
    signedIn: true,
    body: json(changePasswordSchema, { current: password, password: 'a walk in the woods' }),
    status: 200,
    answer: done,
    errors: [
      'password_required',
      'password_too_short',
      'password_too_long',
      'password_common',
      'wrong_credentials',
      'too_many_requests',
    ],
    handle: ({ caller, req }) =>
      caller.account.changePassword(req.body as { current: string; password: string }),
  },
  {
    id: 'listSessions',
    tag: 'Account',
    method: 'get',
    path: '/api/auth/sessions',
    summary: 'Where the user is signed in; this session first.',
    signedIn: true,
    status: 200,
    answer: output(z.array(sessionEntrySchema), [
      {
        ...{ id: exampleIds.sessionId, browser: 'Firefox', system: 'Android', current: true },
        ...{ signedInAt: '2026-11-20T18:04:05.000Z', seenAt: '2026-11-22T09:30:00.000Z' },
      },
    ]),
    errors: [],
    handle: ({ caller }) => caller.account.sessions(),
  },
  {
    id: 'endSession',
    tag: 'Account',
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    summary: 'Signs out there.',
    signedIn: true,
    status: 200,
    answer: done,
    errors: ['not_found'],
    handle: ({ caller, req }) => caller.account.endSession({ id: req.params['id'] as string }),
  },
  {
    id: 'deleteAccount',
    tag: 'Account',
    method: 'delete',
    path: '/api/account',
    summary: 'Has the account erased in 7 days, and signs it out everywhere; until then it can be kept.',
    signedIn: true,
    body: json(deleteAccountSchema, { password }),
    status: 202,
    answer: output(z.object({ deletesAt: z.string() }), { deletesAt: '2026-11-29T09:30:00.000Z' }),
    errors: ['password_required', 'password_too_long', 'wrong_credentials', 'too_many_requests'],
    handle: ({ caller, req }) => caller.account.requestDeletion(req.body as { password: string }),
  },
  {
    id: 'requestExport',
    tag: 'Account',
    method: 'post',
    path: '/api/account/export',
    summary:
      'Begins an archive of all that the user has here, offered for 7 days; a mail tells when it is there.',
    signedIn: true,
    status: 202,
    answer: output(exportStatusSchema, { id: exampleIds.exportId, status: 'Queued' }),
    errors: ['too_many_requests'],
    handle: ({ caller }) => caller.account.requestExport(),
  },
  {
    id: 'getExport',
    tag: 'Account',
    method: 'get',
    path: '/api/account/export',
    summary: 'The last archive, or where it has got to.',
    signedIn: true,
    status: 200,
    answer: output(exportStatusSchema, {
      ...{ id: exampleIds.exportId, status: 'Success', expiresAt: '2026-11-29T09:30:00.000Z' },
      downloadUrl: `https://memori.example/api/account/export/${exampleIds.exportId}`,
    }),
    errors: ['not_found'],
    async handle({ caller }) {
      const last = await caller.account.export();
      if (!last) throw new AppError('not_found');
      return last;
    },
  },
];
