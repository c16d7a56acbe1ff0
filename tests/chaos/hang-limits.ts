export const minutes = (count: number): number => count * 60_000;

/** No short run takes this long, however busy the machine; one that does hangs. */
export const shortRunLimit = minutes(20);
