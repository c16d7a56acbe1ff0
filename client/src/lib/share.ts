import { isAbort } from './abort.ts';

export type ShareOutcome = 'shared' | 'cancelled' | 'copied' | 'unavailable';

/**
 * Copies a text; false if the browser refuses. Never throws. `field` shows the text: on plain http, where there is no
 * clipboard API, the text is copied from there, and stays selected for copying by hand if that fails too.
 */
export async function copyText(text: string, field: HTMLInputElement | null = null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.focus();
    field?.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the only way without the clipboard API.
    return field !== null && document.execCommand('copy');
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
