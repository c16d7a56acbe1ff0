import type { z } from 'zod';
import { exportStatusSchema } from '#shared/schemas/account.ts';
import { isFinal } from '#shared/status.ts';
import { AppError } from '#server/platform/errors.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { operation } from '#server/rpc/operation.ts';
import { readExport, requestExport } from './request-export.ts';

export const exportOperations = {
  requestExport: operation({
    summary: 'Starts an archive of all the user’s data, available for 7 days. A mail tells when it is ready.',
    access: 'session',
    limit: 'own',
    rest: {
      id: 'requestExport',
      tag: 'Account',
      method: 'post',
      path: '/api/account/export',
      status: 202,
      errors: ['too_many_requests'],
      result: { id: exampleIds.exportId, status: 'Queued' },
    },
  })
    .output(exportStatusSchema)
    .mutation(async ({ ctx }) => {
      const { deps, auth, language, reportLimit } = ctx;
      const latest = await readExport(deps.db, auth.user.id);
      if (latest && !isFinal(latest.status)) return latest;
      return deps.limiters.exports.countNew(
        auth.user.id,
        reportLimit,
        () => requestExport(deps, auth.user.id, language),
        ({ isNew }) => isNew,
      );
    }),

  export: operation({
    summary: 'Returns the status of the latest archive, with its URL once it is ready.',
    access: 'session',
    rest: {
      id: 'getExport',
      tag: 'Account',
      method: 'get',
      path: '/api/account/export',
      errors: ['not_found'],
      output: exportStatusSchema,
      result: {
        id: exampleIds.exportId,
        status: 'Success',
        expiresAt: '2026-11-29T09:30:00.000Z',
        downloadUrl: `https://memori.example/api/account/export/${exampleIds.exportId}`,
      },
      respond(latest: z.output<typeof exportStatusSchema> | null) {
        if (!latest) throw new AppError('not_found');
        return latest;
      },
    },
  })
    .output(exportStatusSchema.nullable())
    .query(({ ctx }) => readExport(ctx.deps.db, ctx.auth.user.id)),
};
