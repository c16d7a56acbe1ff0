import { z } from 'zod';
import { mailWantedSchema } from '../../../shared/schemas/mail.ts';
import { setMailWanted } from '../../features/notifications/preference.ts';
import { publicProcedure, router } from '../init.ts';

export const mailRouter = router({
  /** Turns mails on or off for the user that the mailed token belongs to, without signing in. */
  setWanted: publicProcedure
    .input(mailWantedSchema)
    .output(z.object({ wanted: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await setMailWanted(ctx.deps.db, input);
      return { wanted: input.wanted };
    }),
});
