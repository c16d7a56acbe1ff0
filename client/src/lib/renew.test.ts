import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { renewAfterFlight } from './renew.ts';

const queryKey = ['album', 'list'];

/** A query whose responses the test controls. */
function openQuery() {
  const client = new QueryClient();
  const asked: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const close = observer.subscribe(() => {});
  return { client, asked, data: () => client.getQueryData(queryKey), close };
}

test('any number of changes during a request cause one further request', async () => {
  const { client, asked, data, close } = openQuery();
  const renewals = [1, 2, 3].map(() => renewAfterFlight(client, queryKey));
  expect(asked).toHaveLength(1);
  asked[0]?.resolve('from before');
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(data()).toBe('from before');
  asked[1]?.resolve('now');
  await Promise.all(renewals);
  expect([data(), asked.length]).toEqual(['now', 2]);
  close();
});

test('a change without a request in flight causes one request', async () => {
  const { client, asked, data, close } = openQuery();
  asked[0]?.resolve('then');
  await vi.waitFor(() => expect(data()).toBe('then'));
  const renewal = renewAfterFlight(client, queryKey);
  asked[1]?.resolve('now');
  await renewal;
  expect([data(), asked.length]).toEqual(['now', 2]);
  close();
});
