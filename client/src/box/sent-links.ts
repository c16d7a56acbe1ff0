/** A photo that was sent from this browser, by the secret of its sender's link. */
export interface SentLink {
  secret: string;
  /** When, ISO 8601. */
  sentAt: string;
}

const most = 50;

function isSentLink(value: unknown): value is SentLink {
  return typeof value === 'object' && value !== null && 'secret' in value && 'sentAt' in value;
}

/** The photos that were sent from this browser, newest first, as they were kept under `key`; none of what is no such list. */
export function readSentLinks(storage: Pick<Storage, 'getItem'>, key: string): SentLink[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSentLink) : [];
  } catch {
    return [];
  }
}

/** Keeps one more. A browser that keeps nothing loses only the list: the link is on the page. */
export function keepSentLink(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  key: string,
  link: SentLink,
): SentLink[] {
  const links = [link, ...readSentLinks(storage, key)].slice(0, most);
  try {
    storage.setItem(key, JSON.stringify(links));
  } catch {
    // Full, or forbidden.
  }
  return links;
}
