import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '#scripts/lib/statistics.ts';
import { portrait } from '#tests/support/photos.ts';
import type { SharedResourceName } from '#server/platform/concurrency/shared-resources.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { type RunningAttack, startAttack } from './attack-process.ts';
import type { Report } from './attacker.ts';
import type { AttackName } from './attacks.ts';
import { type Latencies, measureLatencies, type Pair } from './bystander.ts';
import type { Installation } from './installation.ts';

interface Scenario {
  attack: AttackName;
  /** The attacker's accounts, by their number of credits. */
  accounts?: readonly number[];
  /** The number of the first account's videos. */
  videos?: number;
  rounds?: number;
  /** Which statuses the attacker may get, and which ones must be among them. */
  allowed: readonly number[];
  needed: readonly number[];
  /** The limit for an innocent user's median latency, as a multiple of that on the quiet server. */
  slower: number;
  /** Checks further conditions; returns violations as text. */
  check?: (scenario: ScenarioResult) => Promise<string[]>;
}

interface ScenarioResult {
  installation: Installation;
  attackers: Visitor[];
  attack: RunningAttack;
  report: Report;
  maxUploads: number;
}

const ledgerCheck = async ({ installation, attackers }: ScenarioResult): Promise<string[]> =>
  (await Promise.all(attackers.map(({ userId }) => ledgerFaults(installation.database.pool, userId)))).flat();

/** Checks the number of the account's streams, then ends its sessions and checks that the streams end too. */
async function streamFaults({ installation, attackers, attack, report }: ScenarioResult): Promise<string[]> {
  const faults: string[] = [];
  const [attacker] = attackers;
  const settled = await reaches(attack, ({ openStreams }) => openStreams <= 10);
  if (settled === null) faults.push(`${report.openStreams} streams of one account are open`);
  await installation.database.pool.query('DELETE FROM session WHERE user_id = $1', [attacker?.userId]);
  const seconds = await reaches(attack, ({ openStreams }) => openStreams === 0);
  console.log(`streams: ended ${seconds?.toFixed(1)} s after their session`);
  if (seconds === null || seconds > 5) faults.push(`streams lived on for ${seconds} s without a session`);
  return faults;
}

/** Seconds until the attacker sends a matching report; null if that takes more than ten. */
async function reaches(attack: RunningAttack, fits: (report: Report) => boolean): Promise<number | null> {
  const started = performance.now();
  while (performance.now() - started < 10_000) {
    if (fits(await attack.report())) return (performance.now() - started) / 1000;
    await delay(50);
  }
  return null;
}

async function uploadFaults({ maxUploads }: ScenarioResult): Promise<string[]> {
  // Two of the stalling attacker and the innocent user's own, plus one each that is just being removed.
  return maxUploads <= 6 ? [] : [`${maxUploads} uploads lay on disk at once`];
}

async function albumFaults({ report }: ScenarioResult): Promise<string[]> {
  const accepted = report.statuses[202] ?? 0;
  return accepted <= 5 ? [] : [`${accepted} albums were accepted`];
}

/**
 * All abuse scenarios, with their allowed effect on others. A bound of 2 is promised; higher ones only show that others
 * are still served.
 */
export const scenarios: readonly Scenario[] = [
  {
    attack: 'bombs',
    accounts: [1e6, 1e6, 1e6, 1e6],
    allowed: [202, 422],
    needed: [202, 422],
    slower: 20,
    check: ledgerCheck,
  },
  {
    attack: 'parked',
    accounts: [0, 0],
    allowed: [402, 429],
    needed: [402, 429],
    slower: 20,
    check: uploadFaults,
  },
  { attack: 'batches', allowed: [200, 400, 429], needed: [400, 429], slower: 20 },
  { attack: 'bodies', accounts: [0], allowed: [413], needed: [413], slower: 20 },
  { attack: 'guesses', allowed: [401, 429, 503], needed: [401, 429], slower: 20 },
  {
    attack: 'albums',
    accounts: [0],
    videos: 2,
    allowed: [202, 429],
    needed: [202, 429],
    slower: 20,
    check: albumFaults,
  },
  { attack: 'forgeries', accounts: [0], allowed: [400, 403, 404], needed: [400, 403, 404], slower: 20 },
  {
    attack: 'signIns',
    accounts: Array<number>(8).fill(0),
    allowed: [200, 429],
    needed: [200, 429],
    slower: 20,
  },
  { attack: 'changes', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  { attack: 'readiness', allowed: [200], needed: [200], slower: 20 },
  { attack: 'webhooks', accounts: [0], allowed: [201, 202, 409, 429], needed: [202, 429], slower: 20 },
  { attack: 'queries', accounts: [0], allowed: [200, 429], needed: [200, 429], slower: 20 },
  { attack: 'tokens', accounts: [0], allowed: [200, 201, 409, 429], needed: [201, 429], slower: 20 },
  { attack: 'recoveries', allowed: [202, 429], needed: [202, 429], slower: 20 },
  { attack: 'boxes', accounts: [0], allowed: [200, 409, 415, 429], needed: [200, 429], slower: 20 },
  { attack: 'reports', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  { attack: 'purchases', accounts: [0], allowed: [400, 404, 429], needed: [400, 404, 429], slower: 20 },
  { attack: 'previews', accounts: [0], allowed: [415, 429], needed: [415, 429], slower: 20 },
  { attack: 'recordings', accounts: [0], allowed: [415, 429], needed: [415, 429], slower: 20 },
  { attack: 'movements', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  {
    attack: 'streams',
    accounts: [0],
    rounds: 10,
    allowed: [200],
    needed: [200],
    slower: 2,
    check: streamFaults,
  },
];

/** Why no attack uses up a resource; `server/shared-resources.test.ts` names the test that does. */
interface NoAttack {
  reason: string;
}

const needsFilms: NoAttack = { reason: 'needs films whose files exist, which this run does not make' };
const needsWorker: NoAttack = {
  reason: 'needs a worker for as long as the attack lasts, whose load hides it',
};

/** The attack that uses up each shared resource, or why none does. */
export const attackOn: Record<SharedResourceName, AttackName | NoAttack> = {
  webhookSlots: { reason: 'needs a receiver that never answers at a public address' },
  webhookRequests: 'webhooks',
  sessionQueries: 'queries',
  sessionChanges: 'changes',
  anonymousCalls: 'batches',
  tokenCalls: 'tokens',
  tests: { reason: 'a hundred photos a day cost less than those of `bombs`' },
  albumRequests: 'albums',
  newAlbums: 'albums',
  keepsakes: needsFilms,
  boxPhotos: 'boxes',
  reports: 'reports',
  displayChanges: 'boxes',
  checkouts: 'purchases',
  confirmations: 'purchases',
  recoveries: 'recoveries',
  exports: needsWorker,
  accountMails: 'recoveries',
  movementRequests: 'movements',
  previews: 'previews',
  audioUploads: 'recordings',
  audioConversions: { reason: 'two uploads of an account are read at once: see `uploads`' },
  passwordHashing: 'signIns',
  shareCards: needsFilms,
  fileChecks: needsFilms,
  uploads: 'parked',
  boxSenders: 'boxes',
  boxes: { reason: 'needs more senders’ networks than the limit of each lets in: see `boxSenders`' },
  securityLog: 'forgeries',
  streams: 'streams',
  photoDecoders: 'bombs',
  videos: needsWorker,
  movements: needsWorker,
  albums: 'albums',
  readinessChecks: 'readiness',
  databaseConnections: 'tokens',
  nameLookups: { reason: 'needs a name server that never answers' },
};

/** Creates the attackers' accounts; the first one of the `parked` attack has no credit left. */
async function attackersOf(installation: Installation, { attack, accounts = [], videos = 0 }: Scenario) {
  const attackers = await Promise.all(accounts.map((credits) => installation.visitor(credits)));
  const [first] = attackers;
  if (attack === 'parked') await first?.generate(await portrait({ width: 300, height: 300 }));
  const videoIds: string[] = [];
  for (let index = 0; index < videos; index += 1)
    if (first) videoIds.push(await installation.finishedVideo(first));
  return { attackers, videoIds };
}

/**
 * Runs one scenario against `installation` and returns violations as text; prints the innocent user's latencies next to those
 * at `baseline`, which is not attacked.
 */
export async function runScenario(
  { installation, baseline }: { installation: Installation; baseline: Installation },
  scenario: Scenario,
  { random, calls }: { random: () => number; calls: number },
): Promise<string[]> {
  const bystander = { attacked: await installation.visitor(1e6), quiet: await baseline.visitor(1e6) };
  const { attackers, videoIds } = await attackersOf(installation, scenario);
  await measureLatencies(bystander, Math.ceil(calls / 4), random);
  const target = {
    url: installation.url,
    cookies: attackers.map(({ cookie }) => cookie),
    emails: attackers.map(({ email }) => email),
    videoIds,
  };
  const { attack: name, rounds } = scenario;
  const attack = startAttack({
    attack: name,
    target,
    seed: Math.floor(random() * 2 ** 31),
    ...(rounds === undefined ? {} : { rounds }),
  });
  try {
    await attack.until(({ statuses }) => count(statuses) > 0);
    let maxUploads = 0;
    const look = async () => {
      maxUploads = Math.max(maxUploads, await installation.uploads());
    };
    const watching = setInterval(() => void look(), 20);
    const { attacked, quiet } = await underAttack(installation, scenario, attackers, () =>
      measureLatencies(bystander, calls, random),
    );
    clearInterval(watching);
    const complete = ({ statuses }: Report) => scenario.needed.every((status) => statuses[status]);
    const seen = await attack.report();
    const report = complete(seen) ? seen : await attack.until(complete);
    print(name, quiet, attacked, report);
    return [
      ...quiet.faults,
      ...attacked.faults,
      ...unexpected(report, scenario.allowed),
      ...tooSlow(quiet, attacked, scenario.slower),
      ...((await scenario.check?.({ installation, attackers, attack, report, maxUploads })) ?? []),
    ].map((fault) => `${name}: ${fault}`);
  } finally {
    await attack.stop();
  }
}

/** While streams are open, they receive the events of their account's generation. */
async function underAttack(
  installation: Installation,
  { attack }: Scenario,
  [attacker]: Visitor[],
  work: () => Promise<Pair<Latencies>>,
): Promise<Pair<Latencies>> {
  if (attack !== 'streams' || !attacker) return work();
  return installation.withWorker(async () => {
    const accepted = await attacker.generate(await portrait());
    if (accepted.status !== 202) throw new Error(`the generation was answered ${accepted.status}`);
    return work();
  });
}

const count = (statuses: Report['statuses']) => Object.values(statuses).reduce((sum, each) => sum + each, 0);

function unexpected({ statuses }: Report, allowed: readonly number[]): string[] {
  return Object.keys(statuses)
    .filter((status) => !allowed.includes(Number(status)))
    .map((status) => `the attacker was answered ${status}, ${statuses[Number(status)]} times`);
}

function tooSlow(quiet: Latencies, attacked: Latencies, slower: number): string[] {
  const ratio = quantile(attacked.calls, 0.5) / quantile(quiet.calls, 0.5);
  return ratio <= slower
    ? []
    : [`the median latency of others is ${ratio.toFixed(1)} times that at a quiet server`];
}

function print(name: string, quiet: Latencies, attacked: Latencies, { statuses }: Report): void {
  const of = (values: number[]) =>
    `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)} ms`;
  console.log(
    `${name}: calls ${of(attacked.calls)} (quiet ${of(quiet.calls)}), uploads ${of(attacked.uploads)} ` +
      `(quiet ${of(quiet.uploads)}), median / p95; the attacker was answered ${JSON.stringify(statuses)}`,
  );
}
