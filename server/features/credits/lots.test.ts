import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clawedPurchase, type LotEntry, lotOf } from './lots.ts';

const entry = (reason: string, reference: string, delta: number): LotEntry => ({ reason, reference, delta });
const signUp = entry('signup', 'user', 1);
const buy = (reference: string, credits: number) => entry('purchase', reference, credits);
const generate = (task: string) => entry('generation', task, -1);
const giveBack = (task: string) => entry('refund', task, 1);

test('the free credit is spent first, then the purchases in order', () => {
  const entries = [signUp, buy('a', 5), buy('b', 5), ...['1', '2', '3'].map(generate)];
  expect(lotOf(entries, 'a')).toMatchObject({ unspent: 3, takenBack: 0 });
  expect(lotOf(entries, 'b')).toMatchObject({ unspent: 5 });
});

test('refunded credits return to the lot they were taken from', () => {
  const entries = [buy('a', 1), buy('b', 2), ...['1', '2', '3'].map(generate), giveBack('1'), giveBack('3')];
  expect(lotOf(entries, 'a')).toMatchObject({ unspent: 1 });
  expect(lotOf(entries, 'b')).toMatchObject({ unspent: 1 });
  expect(lotOf([...entries, generate('4')], 'a')).toMatchObject({ unspent: 0 });
});

test('clawed-back credits are neither unspent nor spent', () => {
  const entries = [signUp, buy('a', 5), entry('clawback', 'a:2', -2), generate('1'), generate('2')];
  expect(lotOf(entries, 'a')).toMatchObject({ unspent: 2, takenBack: 2 });
  expect(clawedPurchase('cs_test_a:2')).toBe('cs_test_a');
});

test('an unknown purchase has no credits', () => {
  expect(lotOf([signUp], 'a')).toMatchObject({ unspent: 0, takenBack: 0 });
});

test('the lots always add up to the balance, and none is negative', () => {
  const act = fc.record({ what: fc.constantFrom('buy', 'spend', 'fail', 'claw'), which: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (actions) => {
      const entries: LotEntry[] = [signUp];
      const purchases: string[] = [];
      const tasks: string[] = [];
      const balance = () => entries.reduce((sum, { delta }) => sum + delta, 0);
      actions.forEach(({ what, which }, index) => {
        const reference = purchases[which] ?? '';
        const task = tasks[which];
        if (what === 'buy') entries.push(buy(`p${purchases.push(`p${purchases.length}`) - 1}`, 1 + which));
        if (what === 'spend' && balance() > 0)
          entries.push(generate(`t${tasks.push(`t${tasks.length}`) - 1}`));
        if (what === 'fail' && task && !entries.some((e) => e.reason === 'refund' && e.reference === task))
          entries.push(giveBack(task));
        if (what === 'claw' && lotOf(entries, reference).unspent > 0)
          entries.push(entry('clawback', `${reference}:${index}`, -1));
      });
      const lots = ['user', ...purchases].map((reference) => lotOf(entries, reference).unspent);
      expect(lots.reduce((sum, unspent) => sum + unspent, 0)).toBe(balance());
      expect(Math.min(...lots)).toBeGreaterThanOrEqual(0);
    }),
  );
});
