/**
 * Where a phone's share sheet posts photos to (the manifest's share target); only the service worker answers it. Below it,
 * `/{id}` is where the worker then leads to: from the server's answer the page learns whether the photo with this id came
 * from the share sheet or from another site's form.
 */
export const sharePath = '/share-photo';

/** The address's fragment with which the server confirms a photo to the create page. */
export const confirmedPhoto = (id: string): string => `shared-photo=${id}`;

/** The id in such a fragment (`#` included), or null. */
export const confirmedPhotoId = (hash: string): string | null =>
  /^#shared-photo=([\w-]{1,64})$/.exec(hash)?.[1] ?? null;
