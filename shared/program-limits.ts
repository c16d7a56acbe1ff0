/** The numbers of accounts, sessions, calls, programs and their streams: beside `limits`, as the landing page has no use for them. */
export const programLimits = {
  account: {
    minPasswordLength: 6,
    maxPasswordLength: 1024,
    maxEmailLength: 254,
    deletionDays: 7,
    resetMinutes: 30,
    undoDays: 7,
    exportDays: 7,
  },
  session: { idleDays: 10, absoluteDays: 30 },
  passkeys: {
    /** Of one user. */
    max: 20,
    maxNameLength: 60,
    /** For so long what a passkey is to sign may be signed. */
    challengeMinutes: 5,
  },
  /** Calls that one address may make without being signed in. */
  anonymous: { maxCallsPerMinute: 600 },
  /** Calls that may travel together in one request. */
  batch: { maxCalls: 10 },
  tokens: {
    /** Of one user. */
    max: 20,
    maxNameLength: 60,
    /** The longest that one may be given to live; without it, one does not expire. */
    maxDays: 3650,
    /** Generations of one user's test tokens together: each costs the processor, and nobody pays. */
    maxTestsPerDay: 100,
    /** What a test token has made is deleted after so long. */
    testHours: 24,
    /** Calls of one user's tokens together. */
    maxCallsPerMinute: 600,
  },
  webhooks: {
    /** Of one user. */
    max: 10,
    maxUrlLength: 2000,
    /** After a change of its secret, messages carry signatures of both for this long. */
    rotationHours: 24,
    /** After so long without any success, nothing more is sent. */
    disabledAfterDays: 7,
    /** For so long it can be seen what was sent. */
    logDays: 30,
    /** The latest messages that can be seen. */
    logLength: 50,
  },
  /** For so long a repeated call gets the answer of the first. */
  idempotency: { hours: 24, maxKeyLength: 255 },
  /** Open streams of changes in one process; with one more, the oldest is closed. */
  push: { maxPerUser: 10, maxPerAddress: 100 },
} as const;
