import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createReadiness } from './health.ts';

const ready = '{"status":"ready","database":"ok","queue":"ok","storage":"ok"}';

let server: TestServer;
let checks = 0;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  const { storage } = server.deps;
  const check = storage.check.bind(storage);
  storage.check = () => {
    checks += 1;
    return check();
  };
});
afterAll(() => server.close());

test('an answer is a second old at most', async () => {
  let now = 0;
  checks = 0;
  const readiness = createReadiness(server.deps, () => now);
  const seen: number[] = [];
  for (now of [0, 1, 999, 1000, 1001, 1999, 2000, 60_000]) {
    await readiness();
    seen.push(checks);
  }
  expect(seen).toEqual([1, 1, 1, 2, 2, 2, 3, 4]);
});

test('however often it is asked whether it is ready, it looks once a second', async () => {
  checks = 0;
  const started = performance.now();
  const asked = Promise.all(
    Array.from({ length: 400 }, (_each, index) =>
      fetch(`${server.url}/readyz`, { method: index % 2 === 0 ? 'GET' : 'HEAD' }),
    ),
  );
  const others = await Promise.all(
    Array.from({ length: 10 }, async () => (await fetch(`${server.url}/api/auth/me`)).status),
  );
  const answers = await asked;
  const seconds = (performance.now() - started) / 1000;
  // Whoever asks for something else meanwhile is answered: here, that nobody is signed in.
  expect(others).toEqual(Array.from({ length: 10 }, () => 401));
  expect(checks).toBeGreaterThan(0);
  expect(checks).toBeLessThanOrEqual(Math.floor(seconds) + 1);
  // On a busy machine a part may take longer than it may to count as ready.
  for (const answer of answers) {
    const body = await answer.text();
    expect(body === '' ? [200, 503] : [body === ready ? 200 : 503]).toContain(answer.status);
  }
  const answer = async () => (await fetch(`${server.url}/readyz`)).text();
  await expect.poll(answer).toBe(ready);
});
