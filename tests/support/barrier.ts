/** A barrier: holds callers back until this many have arrived. */
export function createBarrier(count: number) {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    get present() {
      return arrived;
    },
    async wait(): Promise<void> {
      arrived += 1;
      if (arrived === count) gate.resolve();
      await gate.promise;
    },
  };
}
