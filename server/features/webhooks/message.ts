/** What a message is made of. */
interface Parts {
  event: string;
  /** JSON. */
  data: string;
  createdAt: Date;
}

/**
 * The body of a message, the same however often it is sent: `{"type", "timestamp", "data"}` as Standard Webhooks has it,
 * with whole addresses for every path in `data` whose name ends with `Url`.
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
