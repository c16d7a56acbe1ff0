import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { portrait } from '#tests/support/photos.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { faultUnless, turnsUntil, until } from '../waiting.ts';
import type { RunningAttack } from './attack-process.ts';
import { beginUpload } from './attacks.ts';
import { ask, megabyte } from './calls.ts';
import { generateVideo, type Installation } from './installation.ts';

export interface ScenarioResult {
  installation: Installation;
  attackers: Visitor[];
  attack: RunningAttack;
}

export const ledgerCheck = async ({ installation, attackers }: ScenarioResult): Promise<string[]> =>
  (await Promise.all(attackers.map(({ userId }) => ledgerFaults(installation.database.pool, userId)))).flat();

/** Streams end within this many turns of their session: 5 s on an idle machine. */
const maxTurnsWithoutSession = 100;

/** Checks the number of the account's streams, then ends its sessions and checks that the streams end too. */
export async function streamFaults({ installation, attackers, attack }: ScenarioResult): Promise<string[]> {
  const { url, database } = installation;
  const isCapped = async () => (await attack.report()).openStreams <= sharedResources.streams.perUser;
  const faults = await faultUnless('no more streams of one account are open than it may have', isCapped);
  await database.pool.query('DELETE FROM session WHERE user_id = $1', [attackers[0]?.userId]);
  const turns = await turnsUntil(async () => (await attack.report()).openStreams === 0, {
    most: maxTurnsWithoutSession,
    turn: () => Promise.all([database.pool.query('SELECT 1'), ask(`${url}/healthz`)]),
  });
  console.log(`streams: ended ${turns} turns after their session`);
  if (turns === null) faults.push(`streams lived on for ${maxTurnsWithoutSession} turns without a session`);
  return faults;
}

/**
 * Parks uploads once more, without anything else going on. All of them have come to their turn, or to wait for it, when
 * later calls are answered: of their own account, and an upload of another one.
 */
export async function uploadFaults({ installation, attack }: ScenarioResult): Promise<string[]> {
  await attack.stop();
  const areGone = async () => (await installation.uploads()) === 0;
  const faults = await faultUnless('the uploads of the attack are removed', areGone);
  const slots = sharedResources.uploads.perUser;
  const [staller, other] = [await installation.visitor(), await installation.visitor()];
  const stalled = Array.from({ length: 20 }, () => beginUpload(installation, staller.cookie, megabyte));
  await until('parked uploads are read', async () => (await installation.uploads()) >= slots);
  await staller.credits();
  await generateVideo(other, await portrait({ width: 300, height: 300 }));
  const areFew = async () => (await installation.uploads()) === slots;
  faults.push(...(await faultUnless(`${slots} of 20 parked uploads lie on disk`, areFew)));
  for (const each of stalled) each.destroy();
  return [...faults, ...(await faultUnless('parked uploads are removed', areGone))];
}

export async function albumFaults({ attack }: ScenarioResult): Promise<string[]> {
  const accepted = (await attack.report()).statuses[202] ?? 0;
  return accepted <= 5 ? [] : [`${accepted} albums were accepted`];
}
