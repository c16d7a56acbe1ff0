import { publicConfigSchema } from '../../../shared/schemas/config.ts';
import { chatUrl } from '../../features/chat/chat-url.ts';
import { readUsualSeconds } from '../../features/generation/usual-time.ts';
import { allPriceNotes } from '../../features/payments/price-note.ts';
import { publicProcedure, router } from '../init.ts';

export const configRouter = router({
  get: publicProcedure
    .meta({ scope: 'read' })
    .output(publicConfigSchema)
    .query(async ({ ctx: { deps } }) => ({
      chatUrl: chatUrl(deps.env),
      provider: deps.video.name,
      usualSeconds: await readUsualSeconds(deps),
      photosStay: deps.video.keepsPhotos,
      purchasesAvailable: deps.payments !== null,
      priceNotes: allPriceNotes(deps.env),
      photoRetentionDays: Math.round(deps.env.PHOTO_RETENTION / 86_400),
      pixelId: deps.env.PIXEL_ID ?? null,
    })),
});
