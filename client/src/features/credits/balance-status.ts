import { appLimits } from '#shared/app-limits.ts';

export type BalanceStatus = 'none' | 'low' | 'available';

/** "None" at 0, "low" under 3, otherwise "available". */
export function balanceStatus(credits: number): BalanceStatus {
  if (credits <= 0) return 'none';
  return credits < appLimits.credits.runningLowBelow ? 'low' : 'available';
}
