import { boxFileOperations } from '#server/features/boxes/file-operations.ts';
import { exportFileOperations } from '#server/features/exports/file-operations.ts';
import { displayFileOperations } from '#server/features/displays/file-operations.ts';
import { paymentFileOperations } from '#server/features/payments/file-operations.ts';
import { filmFileOperations } from '#server/features/sharing/file-operations.ts';
import { router } from '#server/rpc/operation.ts';

/** Every operation that returns a file or is opened by a link, in their order in the documentation: served as REST only. */
export const fileRouter = router({
  films: router(filmFileOperations),
  screens: router(displayFileOperations),
  relatives: router(boxFileOperations),
  archives: router(exportFileOperations),
  receipts: router(paymentFileOperations),
});
