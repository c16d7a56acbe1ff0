import { limits } from '../../../../shared/limits.ts';

export type BalanceStatus = 'none' | 'low' | 'available';

/** None at 0, running low under 3, otherwise available. */
export function balanceStatus(credits: number): BalanceStatus {
  if (credits <= 0) return 'none';
  return credits < limits.credits.runningLowBelow ? 'low' : 'available';
}
