import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadEnvFile, readEnv, SettingError } from './env.ts';

test('an empty environment is a complete configuration', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    ROLE: 'all',
    STORAGE: 'disk',
    VIDEO_PROVIDER: 'local',
    LIMIT_LOGIN: { count: 10, windowSeconds: 900 },
    LIMIT_SIGNUP: { count: 20, windowSeconds: 3600 },
    LIMIT_GENERATE: { count: 10, windowSeconds: 60 },
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
    production: false,
    emulatorsAllowed: true,
  });
});

test('an empty value counts as unset', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' }).PORT).toBe(3000);
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-env-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('a file adds the settings that the environment leaves out or empty', async () => {
  const file = path.join(await newFolder(), '.env');
  const environment: Record<string, string | undefined> = { PORT: '', ROLE: 'web' };
  loadEnvFile(environment, file);
  expect(environment).toEqual({ PORT: '', ROLE: 'web' });
  await writeFile(file, '\ufeffPORT=4000\nROLE=worker\nHOST="::1"\n');
  loadEnvFile(environment, file);
  expect(environment).toEqual({ PORT: '4000', ROLE: 'web', HOST: '::1' });
});

test('a file of settings that can’t be read is reported', async () => {
  const folder = await newFolder();
  expect(() => loadEnvFile({}, folder)).toThrow(
    new SettingError(
      `The settings in ${folder} can't be read (EISDIR: illegal operation on a directory, read).`,
    ),
  );
  const file = path.join(folder, '.env');
  for (const start of ['\ufeff', '']) {
    await writeFile(file, `${start}PORT=4000\n`, 'utf16le');
    expect(() => loadEnvFile({}, file)).toThrow(
      new SettingError(`The settings in ${file} can't be read: it should be a text in UTF-8.`),
    );
  }
});

test('the public address is reduced to its origin', () => {
  expect(readEnv({ PUBLIC_URL: 'https://memori.example/' }).PUBLIC_URL).toBe('https://memori.example');
});

test.each([
  [
    'NODE_ENV',
    'Production',
    'NODE_ENV holds "Production"; it should hold one of development, test, production.',
  ],
  ['NODE_ENV', 'staging', 'NODE_ENV holds "staging"; it should hold one of development, test, production.'],
  ['INSECURE_HTTP', 'yes', 'INSECURE_HTTP holds "yes"; it should hold one of 0, 1.'],
  ['PORT', '70000', 'PORT holds "70000"; it should hold a whole number from 0 to 65535.'],
  ...['memori.example', 'foo', 'https://', 'https://exa mple'].map((address): [string, string, string] => [
    'PUBLIC_URL',
    address,
    `PUBLIC_URL holds "${address}"; it should hold an http or https address.`,
  ]),
  ['PORT', 'http', 'PORT holds "http"; it should hold a whole number from 0 to 65535.'],
  ['ROLE', 'boss', 'ROLE holds "boss"; it should hold one of all, web, worker.'],
  ['LIMIT_LOGIN', 'ten', 'LIMIT_LOGIN holds "ten"; it should hold count/window such as 10/15m.'],
  ['LIMIT_SIGNUP', '0/1h', 'LIMIT_SIGNUP holds "0/1h"; it should hold count/window such as 20/1h.'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL holds "loud"; it should hold one of /],
  ['PIXEL_ID', 'my pixel', /^PIXEL_ID holds "my pixel"; it should hold the number of a pixel/],
  ['STRIPE_API_BASE', 'stripe', 'STRIPE_API_BASE holds "stripe"; it should hold an http or https address.'],
  [
    'CORS_ORIGINS',
    '*',
    'CORS_ORIGINS holds "*"; it should hold whole https origins (http on loopback) such as https://app.example.com,https://example.org.',
  ],
  ['CORS_ORIGINS', 'https://a.example,http://b.example', /should hold whole https origins/],
  ['CORS_ORIGINS', 'https://a.example/app', /should hold whole https origins/],
  ['CORS_ORIGINS', 'https://a.example/', /should hold whole https origins/],
  ['CORS_ORIGINS', 'null', /should hold whole https origins/],
  ...['https://memori.example/app', 'https://memori.example/?from=ad'].map(
    (address): [string, string, string] => [
      'PUBLIC_URL',
      address,
      `PUBLIC_URL holds "${address}"; it should hold an http or https address without a path.`,
    ],
  ),
  ['DATA_DIR', ' ', 'DATA_DIR holds " "; it should hold a directory.'],
  ['MAIL_FROM', '@', /^MAIL_FROM holds "@"; it should hold an e-mail address/],
  ['MAIL_FROM', 'Memori <hello@>', /^MAIL_FROM holds .* it should hold an e-mail address/],
  ['CHAT_PHONE', '------', /^CHAT_PHONE holds "------"; it should hold a phone number/],
  ['CHAT_PHONE', 'call me', /^CHAT_PHONE holds "call me"; it should hold a phone number/],
])('a wrong %s (%s) is reported with its value and what is expected', (name, value, message) => {
  expect(() => readEnv({ [name]: value })).toThrow(SettingError);
  expect(() => readEnv({ [name]: value })).toThrow(message);
});

test('origins are separated by commas, and none by default', () => {
  expect(readEnv({}).CORS_ORIGINS).toEqual([]);
  expect(readEnv({ CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).CORS_ORIGINS).toEqual([
    'https://a.example',
    'http://localhost:5173',
  ]);
});

test('payments need both keys or neither', () => {
  const [key, secret] = ['sk_test_1234', 'whsec_1234'];
  expect(() => readEnv({ STRIPE_SECRET_KEY: key })).toThrow(
    'STRIPE_WEBHOOK_SECRET holds nothing; it should hold a value, as STRIPE_SECRET_KEY has one.',
  );
  expect(() => readEnv({ STRIPE_WEBHOOK_SECRET: secret })).toThrow(/^STRIPE_SECRET_KEY holds nothing/);
  expect(readEnv({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }).STRIPE_SECRET_KEY).toBe(key);
  expect(() => readEnv({ STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: secret })).toThrow(
    'STRIPE_SECRET_KEY holds a value that is not shown here; it should hold a secret key of Stripe (sk_… or rk_…).',
  );
});

test('the value of a secret is not repeated in errors', () => {
  expect(() => readEnv({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
    /^DATABASE_URL holds a value that is not shown/,
  );
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow(
    'METRICS_TOKEN holds a value that is not shown here',
  );
  // No client could send them.
  for (const token of ['pässwörter', 'two words'])
    expect(() => readEnv({ METRICS_TOKEN: token })).toThrow(
      'METRICS_TOKEN holds a value that is not shown here; it should hold at least 8 characters of ASCII, without spaces.',
    );
});

describe('emulators of services without a key', () => {
  test.each<[settings: Record<string, string>, emulatorsAllowed: boolean]>([
    [{}, true],
    [{ NODE_ENV: 'test' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '127.8.9.10' }, true],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.5' }, false],
    [{ HOST: 'memori.example' }, false],
    // Behind a reverse proxy on the same machine.
    [{ PUBLIC_URL: 'https://memori.example' }, false],
    [{ PUBLIC_URL: 'http://localhost.memori.example' }, false],
    [{ PUBLIC_URL: 'http://127.0.0.1.memori.example' }, false],
    [{ PUBLIC_URL: 'http://192.168.1.5:3000' }, false],
    [{ NODE_ENV: 'production', INSECURE_HTTP: '1' }, false],
  ])('%j: %s', (settings, emulatorsAllowed) => {
    expect(readEnv(settings).emulatorsAllowed).toBe(emulatorsAllowed);
  });

  // What is for developers only, such as webhooks to this machine, wants neither of the two to be reachable.
  test.each<[settings: Record<string, string>, localDevelopment: boolean]>([
    [{}, true],
    [{ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ PUBLIC_URL: 'https://memori.example' }, false],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, false],
    [{ NODE_ENV: 'production', INSECURE_HTTP: '1' }, false],
  ])('%j is local development: %s', (settings, localDevelopment) => {
    expect(readEnv(settings).localDevelopment).toBe(localDevelopment);
  });
});

describe('production', () => {
  const production = { NODE_ENV: 'production' };

  test.each<[settings: Record<string, string>]>([
    [{ PUBLIC_URL: 'https://memori.example' }],
    [{ PUBLIC_URL: 'https://memori.example', HOST: '0.0.0.0' }],
    [{ INSECURE_HTTP: '1' }],
    [{ INSECURE_HTTP: '1', PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' }],
  ])('starts with %j', (settings) => {
    expect(readEnv({ ...production, ...settings }).production).toBe(true);
  });

  test.each<[settings: Record<string, string>, message: string]>([
    [
      {},
      'PUBLIC_URL holds nothing; it should hold an https address in production, or on loopback INSECURE_HTTP=1.',
    ],
    [
      { PUBLIC_URL: 'http://memori.example' },
      'PUBLIC_URL holds "http://memori.example"; it should hold an https address in production, or on loopback INSECURE_HTTP=1.',
    ],
    [
      { PUBLIC_URL: 'http://memori.example', INSECURE_HTTP: '1' },
      'INSECURE_HTTP holds "1"; it should hold nothing, as PUBLIC_URL or HOST is not on loopback.',
    ],
    [
      { HOST: '0.0.0.0', INSECURE_HTTP: '1' },
      'INSECURE_HTTP holds "1"; it should hold nothing, as PUBLIC_URL or HOST is not on loopback.',
    ],
  ])('does not start with %j', (settings, message) => {
    expect(() => readEnv({ ...production, ...settings })).toThrow(message);
  });
});

test('traces are off by default, and use the configured endpoint, headers and sampling share', () => {
  expect(readEnv({})).toMatchObject({ OTEL_SERVICE_NAME: 'memori', OTEL_TRACES_SAMPLER_ARG: 1 });
  expect(readEnv({}).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
  const given = readEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi==,x-tenant=family',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(given.OTEL_EXPORTER_OTLP_ENDPOINT).toBe('http://127.0.0.1:4318');
  expect(given.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Basic YTpi==', 'x-tenant': 'family' });
  expect(given.OTEL_TRACES_SAMPLER_ARG).toBe(0.25);
  expect(() => readEnv({ OTEL_TRACES_SAMPLER_ARG: '1.5' })).toThrow(
    'OTEL_TRACES_SAMPLER_ARG holds "1.5"; it should hold a share from 0 to 1, such as 0.1.',
  );
  for (const wrong of ['authorization', 'a=%zz', 'a=%e2%82', 'a=b c', 'a=b\nc'])
    expect(() => readEnv({ OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS holds a value that is not shown here/,
    );
});
