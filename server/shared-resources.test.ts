import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attackOn, scenarios } from '#tests/chaos/abuse/scenarios.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import type { Rate, SharedResource, SharedResourceName } from './platform/concurrency/shared-resources.ts';
import { sharedResources } from './platform/concurrency/shared-resources.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const ignore = () => {};
/** How one person uses up each rate. */
const takes = {
  webhookRequests: (key: string) => server.deps.limiters.webhook.take(key),
  sessionQueries: (key: string) => server.deps.limiters.session.take(key, { changes: false }, ignore),
  sessionChanges: (key: string) => server.deps.limiters.session.take(key, { changes: true }, ignore),
  anonymousCalls: (key: string) => server.deps.limiters.anonymous.take(key),
  tokenCalls: (key: string) => server.deps.limiters.token.take(key),
  tests: (key: string) => server.deps.limiters.tests.take(key),
  albumRequests: (key: string) => server.deps.limiters.album.take(key),
  newAlbums: (key: string) => server.deps.limiters.newAlbum.take(key),
  keepsakes: (key: string) => server.deps.limiters.keepsake.take(key),
  boxPhotos: (key: string) => server.deps.limiters.box.take(key),
  reports: (key: string) => server.deps.limiters.report.take(key),
  displayChanges: (key: string) => server.deps.limiters.frame.take(key),
  displayCodes: (key: string) => server.deps.limiters.displayCode.take(key),
  checkouts: (key: string) => server.deps.limiters.checkout.take(key),
  confirmations: (key: string) => server.deps.limiters.confirm.take(key),
  recoveries: (key: string) => server.deps.limiters.recovery.take(key),
  exports: (key: string) => server.deps.limiters.exports.take(key),
  accountMails: (key: string) => server.deps.limiters.accountMail.take(key),
  previews: (key: string) => server.deps.limiters.preview.take(key),
  audioUploads: (key: string) => server.deps.limiters.audio.take(key),
  movementRequests: (key: string) => server.deps.limiters.movement.take(key),
} satisfies Partial<Record<SharedResourceName, (key: string) => Promise<unknown>>>;

/** The tests in which one person uses up each other row, and another is measured. */
const tests: Record<Exclude<SharedResourceName, keyof typeof takes>, string> = {
  webhookSlots: 'server/transport/rest/webhook-turns.test.ts',
  passwordHashing: 'server/transport/http/sign-in-turns.test.ts',
  shareCards: 'server/transport/http/share-card-turns.test.ts',
  fileChecks: 'server/transport/http/provenance-turns.test.ts',
  uploads: 'server/services/upload-slots.test.ts',
  boxSenders: 'server/services/upload-slots.test.ts',
  previewLine: 'server/features/generation/requests/preview-line.test.ts',
  audioConversions: 'server/features/audio/conversion-turns.test.ts',
  boxes: 'server/services/upload-slots.test.ts',
  securityLog: 'server/platform/logging/security-log.test.ts',
  streams: 'server/services/push-streams.test.ts',
  photoDecoders: 'server/features/generation/photos/decoder-turns.test.ts',
  videos: 'server/features/generation/running/turns.test.ts',
  movements: 'server/features/generation/running/give-way.test.ts',
  albums: 'server/features/albums/request-album.test.ts',
  readinessChecks: 'server/transport/http/health.test.ts',
  databaseConnections: 'server/transport/rest/connection-turns.test.ts',
  nameLookups: 'server/platform/network/name-resolution.test.ts',
};

const rows = Object.entries(sharedResources) as [SharedResourceName, SharedResource][];

test.each(Object.entries(takes))('%s, used up by one person, is there for another', async (name, take) => {
  const { perUser, perAddress }: SharedResource = sharedResources[name as keyof typeof takes];
  const { count } = (perUser ?? perAddress) as Rate;
  const [one, other] =
    perAddress === undefined ? ['greedy@example.com', 'other@example.com'] : ['203.0.113.1', '203.0.113.2'];
  for (let index = 0; index < count; index += 1) await take(one);
  await expect(take(one)).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) as number });
  await take(other);
});

test.each(Object.entries(tests))('%s is used up in %s', (_name, file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});

test('`npm run chaos -- abuse` attacks each of them, or says why not', () => {
  const attacked = scenarios.map(({ attack }) => attack);
  expect(Object.keys(attackOn).toSorted()).toEqual(Object.keys(sharedResources).toSorted());
  for (const [name, attack] of Object.entries(attackOn)) {
    if (typeof attack === 'string') expect(attacked, name).toContain(attack);
    else expect(attack.reason, name).toMatch(/\w{3}/);
  }
});

const units: Record<number, string> = { 1: 's', 60: 'min', 600: '10 min', 3600: 'h', 86_400: 'day' };
const bound = (value: number | Rate | undefined): string =>
  value === undefined
    ? ''
    : typeof value === 'number'
      ? String(value)
      : `${value.count}/${units[value.windowSeconds]}`;

test('docs/shared-resources.md shows the table', () => {
  const lines = rows.map(([name, { what, atOnce, perUser, perAddress, perProcess, milliseconds }]) =>
    [
      ...['', `\`${name}\``, what, bound(perUser), bound(perAddress), bound(perProcess), bound(atOnce)],
      ...[milliseconds === undefined ? '' : `${milliseconds / 1000} s`, ''],
    ]
      .join(' | ')
      .trim(),
  );
  const shown = read('docs/shared-resources.md').split('\n');
  expect(shown.filter((line) => line.startsWith('| `'))).toEqual(lines);
});
