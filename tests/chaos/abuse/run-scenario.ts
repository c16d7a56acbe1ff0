import { quantile } from '#scripts/lib/statistics.ts';
import { portrait } from '#tests/support/photos.ts';
import { startAttack } from './attack-process.ts';
import type { Report } from './attacker.ts';
import { type Latencies, maxCallsOfOne, measureLatencies } from './bystander.ts';
import { generateVideo, type Installation } from './installation.ts';
import type { Scenario } from './scenarios.ts';

/** Creates the attackers' accounts; the first one of the `parked` attack has no credit left. */
async function attackersOf(installation: Installation, { attack, accounts = [], videos = 0 }: Scenario) {
  const attackers = await Promise.all(accounts.map((credits) => installation.visitor(credits)));
  const [first] = attackers;
  if (attack === 'parked' && first) await generateVideo(first, await portrait({ width: 300, height: 300 }));
  const videoIds: string[] = [];
  for (let index = 0; index < videos; index += 1)
    if (first) videoIds.push(await installation.finishedVideo(first));
  return { attackers, videoIds };
}

const mostTries = 3;

/** How often as many calls may be measured: a quarter before the attack, then all during it and after it. */
const mostMeasured = 0.25 + 2 * mostTries;

/**
 * Runs one scenario against `installation` and returns violations as text; prints the innocent users' latencies next to
 * those at `baseline`, which is not attacked.
 */
export async function runScenario(
  { installation, baseline }: { installation: Installation; baseline: Installation },
  scenario: Scenario,
  { random, calls }: { random: () => number; calls: number },
): Promise<string[]> {
  const bystanders = await Promise.all(
    Array.from({ length: Math.ceil((mostMeasured * calls) / maxCallsOfOne) }, async () => ({
      attacked: await installation.visitor(1e6),
      quiet: await baseline.visitor(1e6),
    })),
  );
  const { attackers, videoIds } = await attackersOf(installation, scenario);
  await measureLatencies(bystanders, Math.ceil(calls / 4), random);
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
  const faults: string[] = [];
  /** Repeats what is too slow: an attack slows others each time, a moment's load on the machine does not. */
  const measure = async (slower: number): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      // While streams are open, they receive the events of their account's generation.
      if (name === 'streams' && attackers[0]) await generateVideo(attackers[0], await portrait());
      const { quiet, attacked } = await measureLatencies(bystanders, calls, random);
      print(name, quiet, attacked, await attack.report());
      faults.push(...quiet.faults, ...attacked.faults);
      const slow = tooSlow(quiet, attacked, slower);
      if (slow.length === 0) return;
      if (tries === mostTries) return void faults.push(...slow);
    }
  };
  const play = async (): Promise<void> => {
    await attack.reached(`${name} is answered`, ({ statuses }) => count(statuses) > 0);
    await measure(scenario.slower);
    if (scenario.slowerAfterwards === undefined) return;
    await attack.reached(`${name} has ended`, (report) => report.rounds === rounds);
    await measure(scenario.slowerAfterwards);
  };
  try {
    await (name === 'streams' ? installation.withWorker(play) : play());
    const answers = `${name} is answered ${scenario.needed.join(' and ')}`;
    await attack.reached(answers, ({ statuses }) => scenario.needed.every((status) => statuses[status]));
    faults.push(...unexpected(await attack.report(), [...scenario.allowed, 503]));
    faults.push(...((await scenario.check?.({ installation, attackers, attack })) ?? []));
    return faults.map((fault) => `${name}: ${fault}`);
  } finally {
    await attack.stop();
  }
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

function print(name: string, quiet: Latencies, attacked: Latencies, report: Report): void {
  const { statuses, lateChecks } = report;
  const of = (values: number[]) =>
    `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)} ms`;
  console.log(
    `${name}: calls ${of(attacked.calls)} (quiet ${of(quiet.calls)}), uploads ${of(attacked.uploads)} ` +
      `(quiet ${of(quiet.uploads)}), median / p95; the attacker was answered ${JSON.stringify(statuses)}`,
  );
  if (lateChecks.length > 0) console.log(`${name}: did not answer in time: ${lateChecks.join(', ')}`);
  const refusals = attacked.refusals + quiet.refusals;
  if (refusals > 0) console.log(`${name}: others were asked to wait ${refusals} times`);
}
