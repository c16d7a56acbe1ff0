/** Lengths of time, in milliseconds. */
export const milliseconds = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Lengths of time, in seconds. */
export const seconds = { minute: 60, hour: 3_600, day: 86_400 } as const;
