import { z } from 'zod';
import { defaultLanguage, isLanguage } from '#shared/languages.ts';
import { purchaseRefSchema } from '#shared/schemas/purchases.ts';
import { AppError } from '#server/platform/errors.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { operation } from '#server/rpc/operation.ts';
import { composeReceipt, readReceipt } from './receipt.ts';

export const paymentFileOperations = {
  receipt: operation({
    summary: 'Returns the receipt of a purchase, as a page to read and print.',
    access: 'session',
    rest: {
      id: 'readReceipt',
      tag: 'Credits',
      method: 'get',
      path: '/api/purchases/{session}/receipt',
      params: { session: 'id' },
      undocumented: true,
      file: { type: 'text/html' },
      errors: ['not_found'],
    },
  })
    .input(purchaseRefSchema.extend({ language: z.unknown().optional() }))
    .query(async ({ ctx: { deps, auth }, input }): Promise<FileResponse> => {
      const receipt = await readReceipt(deps.db, input.id, auth.user.id);
      if (!receipt) throw new AppError('not_found');
      const language = isLanguage(input.language) ? input.language : defaultLanguage;
      return { kind: 'page', html: composeReceipt(deps, receipt, language).html };
    }),
};
