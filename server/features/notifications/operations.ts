import { z } from 'zod';
import { mailWantedSchema } from '#shared/schemas/mail.ts';
import { operation } from '#server/rpc/operation.ts';
import { readMailPreference, setMailWanted } from './preference.ts';

const wantedSchema = z.object({ wanted: z.boolean() });

/** Mails about videos, as a part of the account. */
export const accountMailOperations = {
  mail: operation({ summary: 'Returns whether the user gets mails about videos.', access: 'session' })
    .output(wantedSchema)
    .query(async ({ ctx }) => {
      const { wanted } = await readMailPreference(ctx.deps.db, ctx.auth.user.id);
      return { wanted };
    }),

  setMail: operation({ summary: 'Turns mails about videos on or off.', access: 'session' })
    .input(wantedSchema)
    .output(wantedSchema)
    .mutation(async ({ ctx, input: { wanted } }) => {
      const { token } = await readMailPreference(ctx.deps.db, ctx.auth.user.id);
      await setMailWanted(ctx.deps.db, { token, wanted });
      return { wanted };
    }),
};

export const mailOperations = {
  setWanted: operation({
    summary: 'Turns mails on or off for the user that a mailed token belongs to. Requires no session.',
    access: 'public',
  })
    .input(mailWantedSchema)
    .output(wantedSchema)
    .mutation(async ({ ctx, input }) => {
      await setMailWanted(ctx.deps.db, input);
      return { wanted: input.wanted };
    }),
};
