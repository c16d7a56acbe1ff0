import { limits } from '../../../../shared/limits.ts';

/**
 * Whether a balance grew as only a purchase makes it grow. A failed video gives back what one video costs; every
 * package adds more than that.
 */
export function looksBought(before: number | undefined, after: number): boolean {
  return before !== undefined && after - before > limits.generation.creditCost;
}
