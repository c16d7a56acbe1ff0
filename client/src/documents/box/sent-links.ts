/** A photo sent from this browser, identified by the secret of its sender's link. */
export interface SentLink {
  secret: string;
  /** When, ISO 8601. */
  sentAt: string;
}

const most = 50;

function isSentLink(value: unknown): value is SentLink {
  return typeof value === 'object' && value !== null && 'secret' in value && 'sentAt' in value;
}

/**
 * Reads the photos sent from this browser from under `key`, newest first; empty if what is stored is not such a list.
 */
export function readSentLinks(storage: Pick<Storage, 'getItem'>, key: string): SentLink[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSentLink) : [];
  } catch {
    return [];
  }
}

/** Adds one to the list. If the browser stores nothing, only the list is lost: the link is on the page. */
export function keepSentLink(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  key: string,
  link: SentLink,
): SentLink[] {
  const links = [link, ...readSentLinks(storage, key)].slice(0, most);
  try {
    storage.setItem(key, JSON.stringify(links));
  } catch {
    // Storage is full or forbidden.
  }
  return links;
}
