import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { runAdmin } from '#server/transport/cli/run.ts';

async function start(settings: Record<string, string>, log: (line: string) => void): Promise<TestServer> {
  const memori = await startTestServer({ jobs: false, settings, log });
  onTestFinished(() => memori.close());
  return memori;
}

const askThroughProxy = ({ url }: TestServer) =>
  fetch(`${url}/healthz`, { headers: { 'x-forwarded-for': '203.0.113.9' } });

/** The warnings of a server with these settings, asked by a visitor and then twice through a proxy. */
async function warningsWith(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const memori = await start(settings, (line) => lines.push(line));
  await fetch(`${memori.url}/healthz`);
  expect(lines).toEqual([]);
  for (let each = 0; each < 2; each++) await askThroughProxy(memori);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

/** What an operator reads below the table of a command, and with `--json`. */
async function adminSays({ deps }: TestServer, ...flags: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (text: string) => printed.push(text);
  await runAdmin(['audit', ...flags], () => Promise.resolve(deps), { print, ask: null, user: 'rosa' });
  return printed.join('\n');
}

test('a proxy that is not trusted is said once', async () => {
  expect(await warningsWith({})).toEqual([
    'requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits; set TRUST_PROXY to the number of proxies in front of Memori',
  ]);
});

test('a trusted one is not', async () => {
  expect(await warningsWith({ TRUST_PROXY: '1' })).toEqual([]);
});

test('operators’ commands say it too, until a server is started that trusts the proxy', async () => {
  const said =
    /Since 20.+Z, requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits\. Set it to the number of proxies in front of Memori\.$/;
  const memori = await start({}, () => undefined);
  expect(await adminSays(memori)).not.toMatch(said);
  await askThroughProxy(memori);
  await vi.waitFor(async () => expect(await adminSays(memori)).toMatch(said));
  expect(JSON.parse(await adminSays(memori, '--json'))).toEqual([]);
  const mended = await start(
    { TRUST_PROXY: '1', DATABASE_URL: memori.deps.env.DATABASE_URL ?? '' },
    () => undefined,
  );
  await askThroughProxy(mended);
  await vi.waitFor(async () => expect(await adminSays(memori)).not.toMatch(said));
});
