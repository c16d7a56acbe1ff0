import { boxFileOperations } from '../../features/boxes/file-operations.ts';
import { exportFileOperations } from '../../features/exports/file-operations.ts';
import { displayFileOperations } from '../../features/displays/file-operations.ts';
import { paymentFileOperations } from '../../features/payments/file-operations.ts';
import { filmFileOperations } from '../../features/sharing/file-operations.ts';
import { router } from '../../rpc/operation.ts';

/** Every operation that answers a file or belongs to a link, in their order in the documentation: served as REST only. */
export const fileRouter = router({
  films: router(filmFileOperations),
  screens: router(displayFileOperations),
  relatives: router(boxFileOperations),
  archives: router(exportFileOperations),
  receipts: router(paymentFileOperations),
});
