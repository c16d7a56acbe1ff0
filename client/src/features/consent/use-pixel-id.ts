import { trpc } from '#client/api/trpc.ts';

/** The pixel's id; null if there is none, undefined until that is known. */
export function usePixelId(): string | null | undefined {
  return trpc.config.get.useQuery().data?.pixelId;
}
