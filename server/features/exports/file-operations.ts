import { exportRefSchema } from '#shared/schemas/account.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { operation } from '#server/rpc/operation.ts';
import { findArchive } from './request-export.ts';

export const exportFileOperations = {
  archive: operation({
    summary: 'Returns the archive of the user’s data.',
    access: 'session',
    rest: {
      id: 'downloadExport',
      tag: 'Account',
      method: 'get',
      path: '/api/account/export/{id}/memori.zip',
      undocumented: true,
      file: { type: 'application/zip', sends: 'byte-ranges' },
      errors: ['not_found'],
    },
  })
    .input(exportRefSchema)
    .query(
      async ({ ctx, input }): Promise<FileResponse> => ({
        kind: 'stored',
        storageKey: await findArchive(ctx.deps.db, ctx.auth.user.id, input.id),
        contentType: 'application/zip',
        filename: 'memori.zip',
        disposition: 'attachment',
      }),
    ),
};
