/** Limits of accounts, sessions, calls, programs and streams, apart from `limits`: the landing page needs none. */
export const programLimits = {
  account: {
    minPasswordLength: 6,
    maxPasswordLength: 1024,
    maxEmailLength: 254,
    deletionDays: 7,
    resetMinutes: 30,
    undoDays: 7,
    /** How long after the password was given it is not asked for again. */
    confirmedMinutes: 10,
    exportDays: 7,
  },
  session: { idleDays: 10, absoluteDays: 30 },
  passkeys: {
    /** Per user. */
    max: 20,
    maxNameLength: 60,
    /** How long a challenge can be signed. */
    challengeMinutes: 5,
  },
  /** Calls per address without being signed in. */
  anonymous: { maxCallsPerMinute: 600 },
  /** Calls that may be combined in one request. */
  batch: { maxCalls: 10 },
  tokens: {
    /** Per user. */
    max: 20,
    maxNameLength: 60,
    /** The longest lifetime that can be set; without one, a token doesn't expire. */
    maxDays: 3650,
    /** Generations and other movements by all of a user's test tokens: each takes CPU time that nobody pays for. */
    maxTestsPerDay: 100,
    /** How long the results of a test token are kept. */
    testHours: 24,
    /** Calls by all of a user's tokens. */
    maxCallsPerMinute: 600,
  },
  webhooks: {
    /** Per user. */
    max: 10,
    maxUrlLength: 2000,
    /** How long messages carry signatures of both secrets after a change. */
    rotationHours: 24,
    /** After this many days without any success, a webhook is disabled. */
    disabledAfterDays: 7,
    /** How long sent messages stay visible. */
    logDays: 30,
    /** The number of latest messages that are visible. */
    logLength: 50,
  },
  /** The days that a report of the usage covers. */
  usage: { defaultDays: 30, maxDays: 366 },
  /** How long a repeated call gets the response to the first. */
  idempotency: { hours: 24, maxKeyLength: 255 },
  /** Open event streams per process; opening another one closes the oldest. */
  push: { maxPerUser: 10, maxPerAddress: 100 },
} as const;
