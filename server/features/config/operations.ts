import { publicConfigSchema } from '#shared/schemas/config.ts';
import { chatUrl } from '../chat/chat-url.ts';
import { readUsualSeconds } from '../generation/running/usual-time.ts';
import { allPriceNotes } from '../payments/purchasing/price-note.ts';
import { operation } from '#server/rpc/operation.ts';
import { seconds } from '#shared/durations.ts';

export const configOperations = {
  get: operation({
    summary: 'Returns the settings of this installation that pages need.',
    access: { public: true, scope: 'read' },
  })
    .output(publicConfigSchema)
    .query(async ({ ctx: { deps } }) => ({
      chatUrl: chatUrl(deps.env),
      provider: deps.video.name,
      usualSeconds: await readUsualSeconds(deps),
      photosStay: deps.video.keepsPhotos,
      purchasesAvailable: deps.payments !== null,
      priceNotes: allPriceNotes(deps.env),
      photoRetentionDays: Math.round(deps.env.PHOTO_RETENTION / seconds.day),
      pixelId: deps.env.PIXEL_ID ?? null,
    })),
};
