import { responseError } from './response-error.ts';
import { milliseconds } from '#shared/durations.ts';

/** The file name of a downloaded video: `memory-video-{timestamp}.mp4`. */
export function memoryFileName(now: Date): string {
  return `memory-video-${now.getTime()}.mp4`;
}

/** Follows a link as a click would, without a link on the page. */
export function followLink(href: string, attributes: { download?: string; target?: string }): void {
  const link = document.createElement('a');
  link.href = href;
  link.rel = 'noopener';
  if (attributes.download !== undefined) link.download = attributes.download;
  if (attributes.target !== undefined) link.target = attributes.target;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads a whole file, then saves it as `name`. Throws unless the response is successful. */
export async function saveAs(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw await responseError(response);
  const blobUrl = URL.createObjectURL(await response.blob());
  followLink(blobUrl, { download: name });
  // Some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(blobUrl), milliseconds.minute);
}

/**
 * Lets the browser save one of our files under the name that the response specifies, without buffering it in memory.
 * Throws if there is no such file, or the server does not respond.
 */
export async function followDownload(
  url: string,
  attributes: { download: string; target?: string } = { download: '' },
): Promise<void> {
  const response = await fetch(url, { method: 'HEAD' });
  if (!response.ok) throw await responseError(response);
  followLink(url, attributes);
}
