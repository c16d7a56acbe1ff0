import { isAbort } from './abort.ts';

export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'unavailable';

/** Copies a text; false if the browser refuses. Never throws. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Shares a link through the system's share sheet, or copies it. Resolves with `unavailable` if neither works. */
export async function shareLink(link: { title: string; url: string }): Promise<ShareOutcome> {
  if (navigator.share) {
    try {
      await navigator.share(link);
      return 'shared';
    } catch (error) {
      if (isAbort(error)) return 'cancelled';
    }
  }
  return (await copyText(link.url)) ? 'copied' : 'unavailable';
}
