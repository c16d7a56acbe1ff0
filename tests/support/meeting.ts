/** A barrier: holds callers back until this many have arrived. */
export function meetingOf(count: number) {
  const gate = Promise.withResolvers<void>();
  let present = 0;
  return {
    get present() {
      return present;
    },
    async come(): Promise<void> {
      present += 1;
      if (present === count) gate.resolve();
      await gate.promise;
    },
  };
}
