import { publicConfigSchema } from '../../../shared/schemas/config.ts';
import { chatUrl } from '../../features/chat/chat-url.ts';
import { publicProcedure, router } from '../init.ts';

export const configRouter = router({
  get: publicProcedure.output(publicConfigSchema).query(({ ctx: { deps } }) => ({
    chatUrl: chatUrl(deps.env),
    provider: deps.video.name,
    usualSeconds: deps.video.usualSeconds,
    purchasesAvailable: deps.payments !== null,
    pixelId: deps.env.PIXEL_ID ?? null,
  })),
});
