import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

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

test('however often it is asked whether it is ready, it looks once a second', async () => {
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
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies)).toEqual(
    new Set(['{"status":"ready","database":"ok","queue":"ok","storage":"ok"}', '']),
  );
});
