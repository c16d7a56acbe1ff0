import { minutesRange } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';

/** How long a video usually takes with the configured provider: "a few seconds", or a range of minutes. */
export function useUsualTime(): { unit: 'seconds' | 'minutes'; range: string } | null {
  const config = trpc.config.get.useQuery();
  if (!config.data) return null;
  const range = minutesRange(config.data.usualSeconds);
  return range === null ? { unit: 'seconds', range: '' } : { unit: 'minutes', range };
}
