import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv, settingNames } from '#server/config/env.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Service {
  image: string;
  environment: Record<string, string>;
  deploy?: { replicas: number };
  networks: string[];
  ports?: string[];
  volumes: string[];
  [name: string]: unknown;
}
interface Compose {
  services: Record<'proxy' | 'web' | 'worker' | 'database' | 'storage', Service>;
  networks: Record<string, { internal?: boolean } | null>;
}

const text = read('compose.yaml');
const { services, networks } = parse(text, { merge: true }) as Compose;
const all = Object.entries(services);
/** The minimum contents of `.env`. */
const told: Record<string, string> = {
  PUBLIC_URL: 'https://memori.example',
  POSTGRES_PASSWORD: 'one',
  S3_ACCESS_KEY_ID: 'two-two',
  S3_SECRET_ACCESS_KEY: 'three-three',
};
/** A service's environment with those values substituted, as Compose does. */
const environmentOf = ({ environment }: Service) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_whole, key: string) => told[key] ?? ''),
    ]),
  );

test('runs two web processes, two workers, and one of each other service', () => {
  expect(all.map(([name, { deploy }]) => [name, deploy?.replicas ?? 1])).toEqual([
    ['proxy', 1],
    ['web', 2],
    ['worker', 2],
    ['database', 1],
    ['storage', 1],
  ]);
});

test.each(all)(
  '%s can write to its volumes only, has no capabilities, and has resource limits',
  (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
      cpus: expect.any(Number) as number,
      pids_limit: expect.any(Number) as number,
    });
    expect(service['privileged']).toBeUndefined();
  },
);

test('there are no default passwords, keys or addresses', () => {
  const secrets = all.flatMap(([, { environment }]) =>
    Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|KEY|DATABASE_URL|PUBLIC_URL/.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(8);
  for (const [name, value] of secrets)
    expect([name, value]).toEqual([name, expect.stringMatching(/\$\{\w+:\?set /)]);
  const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(new Set(asked)).toEqual(new Set(Object.keys(told)));
});

test.each(['web', 'worker'] as const)(
  'the environment of %s consists of known settings, and is sufficient',
  (role) => {
    const settings = environmentOf(services[role]);
    expect(settingNames).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(readEnv({ ...settings, NODE_ENV: 'production' })).toMatchObject({
      ROLE: role,
      STORAGE: 's3',
      DATABASE_URL: 'postgresql://memori:one@database:5432/memori',
      S3_ENDPOINT: 'http://storage:8333',
    });
    expect(settings['S3_BUCKET']).toBe(services.storage.environment['S3_BUCKET']);
  },
);

test('only the proxy is reachable from outside, and the database and the store can’t reach out', () => {
  expect(all.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
  expect(services.proxy.networks).toEqual(['outside']);
  expect([services.database.networks, services.storage.networks]).toEqual([['inside'], ['inside']]);
  expect(networks['inside']).toEqual({ internal: true });
  expect(read('docs/operations/Caddyfile')).toContain('dynamic a web 3000');
});

test('every image has a full version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(services.web.image).toBe(`\${MEMORI_IMAGE:-memori:${version}}`);
  const foreign = [services.proxy, services.database, services.storage].map(({ image }) => image);
  for (const image of foreign) expect(image).toMatch(/^[\w./-]+:\d+\.\d+[\w.-]*$/);
});
