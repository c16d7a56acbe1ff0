import { appLimits } from '#shared/app-limits.ts';

export type BalanceStatus = 'none' | 'first' | 'low' | 'available';

/** "None" at 0, "low" under 3, otherwise "available"; "first" for the free credit of somebody who has made no video yet. */
export function balanceStatus(credits: number, isNew: boolean): BalanceStatus {
  if (credits <= 0) return 'none';
  if (isNew && credits === appLimits.credits.freeAllowance) return 'first';
  return credits < appLimits.credits.runningLowBelow ? 'low' : 'available';
}
