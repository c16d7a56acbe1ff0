import { Router } from 'express';
import type { Deps } from '../../composition/deps.ts';
import { composeReceipt, readReceipt } from '../../features/payments/receipt.ts';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../identity/viewer.ts';
import { defaultLanguage, isLanguage } from '../../../shared/languages.ts';
import { purchaseRefSchema } from '../../../shared/schemas/purchases.ts';

/**
 * `/api/purchases/{session}/receipt`: a receipt to read and print, only for the buyer's sessions and not for tokens.
 */
export function receipts(deps: Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters' | 'env'>): Router {
  const router = Router();
  router.get('/:session/receipt', async (req, res) => {
    const userId = await personOf(deps, req);
    const { id } = purchaseRefSchema.parse({ id: req.params.session });
    const receipt = await readReceipt(deps.db, id, userId);
    if (!receipt) throw new AppError('not_found');
    const language = isLanguage(req.query['language']) ? req.query['language'] : defaultLanguage;
    res
      .set('Referrer-Policy', 'no-referrer')
      .type('html')
      .send(composeReceipt(deps, receipt, language).html);
  });
  return router;
}
