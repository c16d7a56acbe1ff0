import { expect } from 'vitest';

/** Holds work once it has begun, so that a test sees who begins in whose turn, however fast the machine is. */
export function createTurnstile() {
  const begun: string[] = [];
  const held: (() => void)[] = [];
  let isOpen = false;
  return {
    /** Whose work has begun, in order. */
    begun: begun as readonly string[],
    /** Notes that work of this name begins, and holds it until it is let through. */
    async enter(name: string): Promise<void> {
      begun.push(name);
      if (isOpen) return;
      const gate = Promise.withResolvers<void>();
      held.push(gate.resolve);
      await gate.promise;
    },
    /** Lets work through, always the one that began first, until this much has begun in all; then all of it. */
    async open(total: number): Promise<void> {
      while (begun.length < total) {
        const before = begun.length;
        held.shift()?.();
        await expect.poll(() => begun.length, { interval: 2 }).toBeGreaterThan(before);
      }
      isOpen = true;
      for (const letThrough of held.splice(0)) letThrough();
    },
  };
}
