import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  type Crash,
  crashingTransaction,
  createUser,
  InjectedCrash,
  ledgerFaults,
  readLedger,
} from '#tests/support/ledger.ts';
import { type Database, openDatabase, type Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { getBalance, openAccount, refund, spend } from './ledger.ts';

let fresh: TestDatabase;
/** For the transactions whose connection is killed: a shared pool could hand the dead connection to another caller. */
let doomed: Database;
let killer: Database;
beforeAll(async () => {
  fresh = await createTestDatabase({ maxConnections: 25 });
  doomed = openDatabase(fresh.url);
  killer = openDatabase(fresh.url, { maxConnections: 4 });
});
afterAll(async () => {
  await killer.close();
  await doomed.close();
  await fresh.drop();
});

interface Step {
  kind: 'open' | 'spend' | 'refund';
  /** Drawn from a small range, so that steps collide. */
  reference: number;
  amount: number;
}
interface Work {
  user: number;
  steps: Step[];
  crash: Crash | undefined;
  replay: boolean;
}
/** The outcome of one step: an effect, no effect, or insufficient credits. */
type Outcome = 'done' | 'nothing' | 'short';

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('spend', 'spend', 'refund', 'refund', 'open'),
  reference: fc.nat(5),
  amount: fc.constantFrom(1, 1, 1, 2),
});
const crash: fc.Arbitrary<Crash> = fc.record({
  before: fc.nat(7),
  how: fc.constantFrom('throw', 'throw', 'kill'),
});
const work: fc.Arbitrary<Work> = fc.record({
  user: fc.nat(1),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  crash: fc.option(crash, { nil: undefined }),
  replay: fc.boolean(),
});
const extras = fc.tuple(fc.nat(6), fc.nat(2));

/** References are unique across the whole ledger, so each history brings its own. */
interface TestState {
  users: [string, string];
  prefix: string;
}

async function setStage([first, second]: [number, number]): Promise<TestState> {
  const { db } = fresh.database;
  return { users: [await createUser(db, first), await createUser(db, second)], prefix: createId() };
}

const userOf = (stage: TestState, { user }: Work) => (user === 0 ? stage.users[0] : stage.users[1]);
// References belong to one user each, as task ids do.
const referenceOf = (stage: TestState, of: Work, { reference }: Step) =>
  `${stage.prefix}-${of.user}-${reference}`;

async function take(tx: Tx, stage: TestState, of: Work, one: Step): Promise<Outcome> {
  const userId = userOf(stage, of);
  if (one.kind === 'open') {
    await openAccount(tx, userId);
    return 'nothing';
  }
  const order = { userId, amount: one.amount, reference: referenceOf(stage, of, one) };
  try {
    const effect =
      one.kind === 'spend' ? await spend(tx, { ...order, reason: 'generation' }) : await refund(tx, order);
    return effect ? 'done' : 'nothing';
  } catch (error) {
    if (error instanceof AppError && error.code === 'insufficient_credits') return 'short';
    throw error;
  }
}

/** The outcome of each step, or undefined if the transaction died in its crash. Any other failure is thrown. */
async function perform(stage: TestState, of: Work, dies: Crash | undefined): Promise<Outcome[] | undefined> {
  const { db } = dies?.how === 'kill' ? doomed : fresh.database;
  try {
    return await crashingTransaction(db, killer.pool, dies, async (tx) => {
      const said: Outcome[] = [];
      for (const one of of.steps) said.push(await take(tx, stage, of, one));
      return said;
    });
  } catch (error) {
    if (dies && (dies.how === 'kill' || error instanceof InjectedCrash)) return undefined;
    throw error;
  }
}

/** The acknowledged effects, as the ledger should record them. */
function effects(stage: TestState, of: Work, said: Outcome[] | undefined): string[] {
  return (said ?? []).flatMap((word, index) => {
    const one = of.steps[index];
    if (word !== 'done' || !one) return [];
    const reason = one.kind === 'spend' ? 'generation' : 'refund';
    return [`${userOf(stage, of)} ${reason} ${referenceOf(stage, of, one)}`];
  });
}

async function entered(stage: TestState): Promise<string[]> {
  const lists = await Promise.all(
    stage.users.map(async (user) => {
      const lines = await readLedger(fresh.database.pool, user);
      const ours = lines.filter(({ reason }) => reason === 'generation' || reason === 'refund');
      return ours.map(({ reason, reference }) => `${user} ${reason} ${reference}`);
    }),
  );
  return lists.flat().sort();
}

test('any history of up to 50 concurrent transactions with crashes and replays leaves a consistent ledger', async () => {
  const batch = fc.oneof(
    { weight: 3, arbitrary: fc.array(work, { minLength: 1, maxLength: 10, size: 'max' }) },
    { weight: 1, arbitrary: fc.array(work, { minLength: 50, maxLength: 50 }) },
  );
  const histories = fc.tuple(extras, fc.array(batch, { minLength: 1, maxLength: 2, size: 'max' }));
  await fc.assert(
    fc.asyncProperty(histories, async ([given, batches]) => {
      const stage = await setStage(given);
      const acknowledged: string[] = [];
      for (const works of batches) {
        await Promise.all(
          works.map(async (one) => {
            acknowledged.push(...effects(stage, one, await perform(stage, one, one.crash)));
            if (one.replay) acknowledged.push(...effects(stage, one, await perform(stage, one, undefined)));
          }),
        );
      }
      for (const user of stage.users) expect(await ledgerFaults(fresh.database.pool, user)).toEqual([]);
      expect(await entered(stage)).toEqual(acknowledged.sort());
    }),
    { numRuns: 20, endOnFailure: true },
  );
});

test('sequential steps match a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(extras, fc.array(work, { maxLength: 12 }), async (given, works) => {
      const stage = await setStage(given);
      const balances = given.map((extra) => extra + 1);
      const spent = new Map<string, number>();
      const refunded = new Set<string>();
      const model = (one: Step, user: number): Outcome => {
        const key = `${user}-${one.reference}`;
        const balance = balances[user] ?? 0;
        if (one.kind === 'open') return 'nothing';
        if (one.kind === 'spend') {
          if (spent.has(key)) return 'nothing';
          if (balance < one.amount) return 'short';
          spent.set(key, one.amount);
          balances[user] = balance - one.amount;
          return 'done';
        }
        if (refunded.has(key) || spent.get(key) !== one.amount) return 'nothing';
        refunded.add(key);
        balances[user] = balance + one.amount;
        return 'done';
      };
      for (const one of works) {
        const said = await perform(stage, one, one.crash);
        if (said) expect(said).toEqual(one.steps.map((each) => model(each, one.user)));
      }
      const held = await Promise.all(stage.users.map((user) => getBalance(fresh.database.db, user)));
      expect(held).toEqual(balances);
    }),
    { numRuns: 50 },
  );
});

const boundaries = [0, 1, 2, 3, 4].flatMap((before) => [
  { before, how: 'throw' as const },
  { before, how: 'kill' as const },
]);
test.each(boundaries)(
  'a transaction that dies ($how, before statement $before) leaves no trace',
  async (dies) => {
    const stage = await setStage([0, 0]);
    const steps: Step[] = [
      { kind: 'spend', reference: 0, amount: 1 },
      { kind: 'refund', reference: 0, amount: 1 },
    ];
    const whole: Work = { user: 0, steps, crash: undefined, replay: false };
    expect(await perform(stage, whole, dies)).toBeUndefined();
    expect(await entered(stage)).toEqual([]);
    expect(await perform(stage, whole, undefined)).toEqual(['done', 'done']);
    expect(await getBalance(fresh.database.db, stage.users[0])).toBe(1);
  },
);
