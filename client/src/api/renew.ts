import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Refetches something that has changed. A response already in flight may be older than the change, so this waits for it
 * (rather than cancelling it, since changes may come faster than responses) and then refetches, once for all changes
 * that came meanwhile.
 */
export async function renewAfterFlight(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const patiently = { cancelRefetch: false };
  const isInFlight = client.isFetching({ queryKey }) > 0;
  await client.invalidateQueries({ queryKey }, patiently);
  if (isInFlight) await client.invalidateQueries({ queryKey }, patiently);
}
