import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { renewAfterFlight } from './renew.ts';

const queryKey = ['album', 'list'];

/** A query whose responses the test controls. */
function openQuery() {
  const client = new QueryClient();
  const requests: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    requests.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const close = observer.subscribe(() => {});
  return { client, requests, data: () => client.getQueryData(queryKey), close };
}

test('any number of changes during a request cause one further request', async () => {
  const { client, requests, data, close } = openQuery();
  const renewals = [1, 2, 3].map(() => renewAfterFlight(client, queryKey));
  expect(requests).toHaveLength(1);
  requests[0]?.resolve('from before');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(data()).toBe('from before');
  requests[1]?.resolve('now');
  await Promise.all(renewals);
  expect([data(), requests.length]).toEqual(['now', 2]);
  close();
});

test('a change without a request in flight causes one request', async () => {
  const { client, requests, data, close } = openQuery();
  requests[0]?.resolve('then');
  await vi.waitFor(() => expect(data()).toBe('then'));
  const renewal = renewAfterFlight(client, queryKey);
  requests[1]?.resolve('now');
  await renewal;
  expect([data(), requests.length]).toEqual(['now', 2]);
  close();
});
