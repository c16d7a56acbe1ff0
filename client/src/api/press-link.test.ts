import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import { pressLink } from './press-link.ts';

type Settle = { answer: (data: unknown) => void; fail: (error: unknown) => void };

/** A server whose answers the test decides on, and the calls that it has got. */
function openServer() {
  const calls: ({ path: string; key: unknown } & Settle)[] = [];
  const server: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        calls.push({
          path: op.path,
          key: op.context['idempotencyKey'],
          answer(data) {
            observer.next({ result: { type: 'data', data } });
            observer.complete();
          },
          fail: (error) => observer.error(error as TRPCClientError<AppRouter>),
        });
      });
  return { calls, client: createTRPCClient<AppRouter>({ links: [pressLink, server] }) };
}

const album = { videoIds: ['a', 'b'], albumName: 'Estate' };
const lostConnection = new TRPCClientError<AppRouter>('Failed to fetch');
const failure = (errorCode: ErrorCode) =>
  new TRPCClientError<AppRouter>('no', {
    result: {
      error: { message: '', code: -32603, data: { code: 'BAD_REQUEST', httpStatus: 400, errorCode } },
    },
  } as never);
const refused = failure('not_found');

test('two presses before the answer are one call, and both get its answer', async () => {
  const { calls, client } = openServer();
  const both = [client.album.create.mutate(album), client.album.create.mutate({ ...album })];
  expect(calls).toHaveLength(1);
  calls[0]!.answer({ mergeId: 'm' });
  expect(await Promise.all(both)).toEqual([{ mergeId: 'm' }, { mergeId: 'm' }]);
  // Then it is a new press.
  const again = client.album.create.mutate(album);
  expect(calls.map(({ key }) => key)).toEqual([expect.any(String), expect.any(String)]);
  expect(calls[1]!.key).not.toBe(calls[0]!.key);
  calls[1]!.answer({ mergeId: 'n' });
  expect(await again).toEqual({ mergeId: 'n' });
});

test('two presses before a refusal are one call, and both are refused', async () => {
  const { calls, client } = openServer();
  const both = [client.album.create.mutate(album), client.album.create.mutate(album)];
  calls[0]!.fail(refused);
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(calls).toHaveLength(1);
});

test('another input is another call', () => {
  const { calls, client } = openServer();
  void client.album.create.mutate(album);
  void client.album.create.mutate({ ...album, albumName: 'Inverno' });
  void client.album.delete.mutate({ mergeId: 'm' });
  expect(calls.map(({ path }) => path)).toEqual(['album.create', 'album.create', 'album.delete']);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(3);
});

test('after a lost answer, the next press repeats the same call; after a refusal, it does not', async () => {
  const { calls, client } = openServer();
  const press = async (settle: (call: Settle) => void) => {
    const call = client.album.create.mutate(album);
    settle(calls.at(-1)!);
    await call.catch(() => undefined);
    return calls.at(-1)!.key;
  };
  const first = await press(({ fail }) => fail(lostConnection));
  expect(await press(({ fail }) => fail(lostConnection))).toBe(first);
  // It is still at it, or it may have failed after it had acted.
  expect(await press(({ fail }) => fail(failure('idempotency_in_progress')))).toBe(first);
  expect(await press(({ fail }) => fail(failure('internal_error')))).toBe(first);
  expect(await press(({ fail }) => fail(refused))).toBe(first);
  const next = await press(({ answer }) => answer({ mergeId: 'm' }));
  expect(next).not.toBe(first);
});

test('queries are not joined', () => {
  const { calls, client } = openServer();
  void client.auth.me.query();
  void client.auth.me.query();
  expect(calls.map(({ key }) => key)).toEqual([undefined, undefined]);
});
