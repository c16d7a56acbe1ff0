/** The contents of a message. */
interface Parts {
  event: string;
  /** As JSON. */
  data: string;
  createdAt: Date;
}

/**
 * The body of a message, identical for every attempt: `{"type", "timestamp", "data"}` as in Standard Webhooks. Every
 * path in `data` whose name ends with `Url` becomes an absolute URL.
 */
export function bodyOf({ event, data, createdAt }: Parts, publicUrl: string): string {
  const entries = Object.entries(JSON.parse(data) as Record<string, unknown>).map(([name, value]) => [
    name,
    name.endsWith('Url') && typeof value === 'string' ? publicUrl + value : value,
  ]);
  return JSON.stringify({
    ...{ type: event, timestamp: createdAt.toISOString(), data: Object.fromEntries(entries) as object },
  });
}
