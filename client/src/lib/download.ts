import { responseError } from './response-error.ts';

/** The name under which a finished video is kept: `memory-video-{timestamp}.mp4`. */
export function memoryFileName(now: Date): string {
  return `memory-video-${now.getTime()}.mp4`;
}

/** Follows a link as a click would, without one on the page. */
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

/** Fetches a file whole, then hands it to the browser under `name`. Throws where the answer is not a success. */
export async function saveAs(url: string, name: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw await responseError(response);
  const blobUrl = URL.createObjectURL(await response.blob());
  followLink(blobUrl, { download: name });
  // Some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(blobUrl), 60_000);
}

/**
 * Lets the browser save a file of ours under the name that its answer carries, without holding it in memory first. Throws
 * where there is no such file, or the server does not answer.
 */
export async function followDownload(
  url: string,
  attributes: { download: string; target?: string } = { download: '' },
): Promise<void> {
  const response = await fetch(url, { method: 'HEAD' });
  if (!response.ok) throw await responseError(response);
  followLink(url, attributes);
}
