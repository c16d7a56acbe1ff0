import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '#tests/support/server.ts';

/** The warnings of a server with these settings, asked by a visitor and then twice through a proxy. */
async function warningsWith(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const memori = await startTestServer({ jobs: false, settings, log: (line) => lines.push(line) });
  onTestFinished(() => memori.close());
  await fetch(`${memori.url}/healthz`);
  expect(lines).toEqual([]);
  for (let each = 0; each < 2; each++)
    await fetch(`${memori.url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test('a proxy that is not trusted is said once', async () => {
  expect(await warningsWith({})).toEqual([
    'requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits; set TRUST_PROXY to the number of proxies in front of Memori',
  ]);
});

test('a trusted one is not', async () => {
  expect(await warningsWith({ TRUST_PROXY: '1' })).toEqual([]);
});
