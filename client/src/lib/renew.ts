import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Refetches something that has changed. An answer that is on its way may be older than the change, so it is waited for, as
 * changes may come faster than answers, and then asked for once more: once for all changes that came meanwhile.
 */
export async function renewAfterFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const patiently = { cancelRefetch: false };
  const isOnItsWay = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, patiently);
  if (isOnItsWay) await client.invalidateQueries({ queryKey }, patiently);
}
