import { appLimits } from '#shared/app-limits.ts';
import { limits } from '#shared/limits.ts';
import { programLimits } from '#shared/program-limits.ts';
import { seconds } from '#shared/durations.ts';

/** This many per window. */
export interface Rate {
  count: number;
  windowSeconds: number;
}

/**
 * Something that many people share, and how much of it one of them may take. A number bounds what is held at once (or,
 * for a line, what may wait), a `Rate` what is used over time; what is left out is not bounded by that.
 */
export interface SharedResource {
  kind: 'slots' | 'line' | 'queue' | 'cache' | 'rate';
  /** What is shared. */
  what: string;
  /** One account, its test tokens included; for boxes, one box. */
  perUser?: number | Rate;
  /** One network address (an IPv6 /64). */
  perAddress?: number | Rate;
  /** All together, in each process. */
  perProcess?: number | Rate;
  /** For a line: how much is worked on at once, in each process. */
  atOnce?: number;
  /** How many results are kept, in each process; each is made once, however many ask for it. */
  kept?: number;
  /** How long one of them may be held. */
  milliseconds?: number;
}

const tenMinutes = 600;

/**
 * Everything that one person could use up for others, with its bounds: the code reads its numbers from here (decision
 * 163), and a test exhausts each row as one person and measures another.
 */
export const sharedResources = {
  webhookSlots: {
    kind: 'slots',
    what: 'messages to webhooks being sent; each waits for its receiver',
    perUser: 2,
    perProcess: 16,
  },
  webhookRequests: {
    kind: 'rate',
    what: 'messages to webhooks that are sent on request: tests, and earlier ones again',
    perUser: { count: 30, windowSeconds: tenMinutes },
  },
  sessionQueries: {
    kind: 'rate',
    what: 'calls of signed-in people that read; twenty open tabs make 640 a minute',
    perUser: { count: 1200, windowSeconds: seconds.minute },
  },
  sessionChanges: {
    kind: 'rate',
    what: 'calls of signed-in people that change something',
    perUser: { count: 300, windowSeconds: seconds.minute },
  },
  anonymousCalls: {
    kind: 'rate',
    what: 'calls without a session',
    perAddress: { count: programLimits.anonymous.maxCallsPerMinute, windowSeconds: seconds.minute },
  },
  tokenCalls: {
    kind: 'rate',
    what: 'calls with tokens',
    perUser: { count: programLimits.tokens.maxCallsPerMinute, windowSeconds: seconds.minute },
  },
  tests: {
    kind: 'rate',
    what: 'free videos and movements by test tokens',
    perUser: { count: programLimits.tokens.maxTestsPerDay, windowSeconds: seconds.day },
  },
  albumRequests: {
    kind: 'rate',
    what: 'requests for albums, whatever their outcome: only automated use reaches it',
    perUser: { count: 60, windowSeconds: tenMinutes },
  },
  newAlbums: {
    kind: 'rate',
    what: 'albums, which are free',
    perUser: { count: limits.album.maxPerHour, windowSeconds: seconds.hour },
  },
  keepsakes: {
    kind: 'rate',
    what: 'cards to print; the cost of each grows with its photos',
    perUser: { count: 60, windowSeconds: tenMinutes },
  },
  boxPhotos: {
    kind: 'rate',
    what: 'photos sent to boxes: an album’s worth for a family on one network; each costs its decoding, and its story’s conversion',
    perAddress: { count: 40, windowSeconds: seconds.hour },
  },
  reports: {
    kind: 'rate',
    what: 'reports of films: one person reports a film once, the rest is for others at the same address',
    perAddress: { count: 10, windowSeconds: seconds.hour },
  },
  displayChanges: {
    kind: 'rate',
    what: 'new and changed displays, new boxes',
    perUser: { count: 60, windowSeconds: tenMinutes },
  },
  displayCodes: {
    kind: 'rate',
    what: 'codes typed on televisions: a few slips; of 900 million codes, only those of the last ten minutes open anything',
    perAddress: { count: 10, windowSeconds: tenMinutes },
  },
  checkouts: {
    kind: 'rate',
    what: 'checkouts: more than any buyer needs; each may cost a call to the payment provider',
    perUser: { count: 30, windowSeconds: tenMinutes },
  },
  confirmations: {
    kind: 'rate',
    what: 'confirmations of payments',
    perUser: { count: 120, windowSeconds: tenMinutes },
  },
  recoveries: {
    kind: 'rate',
    what: 'requests for a new password, and new passwords',
    perAddress: { count: 30, windowSeconds: seconds.hour },
  },
  exports: {
    kind: 'rate',
    what: 'exports of a person’s data: each reads and writes all files',
    perUser: { count: 5, windowSeconds: seconds.day },
  },
  accountMails: {
    kind: 'rate',
    what: 'account mails that anybody can request, by mail address',
    perUser: { count: 5, windowSeconds: seconds.hour },
  },
  movementRequests: {
    kind: 'rate',
    what: 'other movements of a video, which are free; those of test tokens also count as tests',
    perUser: { count: 60, windowSeconds: tenMinutes },
  },
  previews: {
    kind: 'rate',
    what: 'previews of videos, which cost no credit; each takes some two seconds of a processor',
    perUser: { count: 30, windowSeconds: tenMinutes },
  },
  audioUploads: {
    kind: 'rate',
    what: 'recordings sent for films; each costs its conversion',
    perUser: { count: 60, windowSeconds: tenMinutes },
  },
  passwordHashing: {
    kind: 'line',
    what: 'passwords waiting to be hashed: 20 ms of a processor and 19 MiB each; addresses, then accounts, in turn',
    atOnce: 2,
    perUser: 10,
    perAddress: 32,
    perProcess: 256,
  },
  shareCards: {
    kind: 'line',
    what: 'share cards waiting to be drawn, up to half a second of a processor each; addresses in turn',
    atOnce: 2,
    perAddress: 4,
    perProcess: 64,
    kept: 100,
  },
  fileChecks: {
    kind: 'line',
    what: 'files waiting for their signature to be checked, up to hundreds of megabytes each; addresses in turn',
    atOnce: 2,
    perAddress: 4,
    perProcess: 64,
    kept: 2000,
  },
  previewLine: {
    kind: 'line',
    what: 'photos waiting to be looked at for previews, one at a time before or after those of videos; persons in turn',
    atOnce: 1,
    perUser: 2,
    perProcess: 64,
  },
  audioConversions: {
    kind: 'line',
    what: 'recordings waiting to be converted, up to half a minute of a processor each; persons in turn, and senders to boxes',
    atOnce: 2,
    perUser: 4,
    perProcess: 64,
  },
  uploads: {
    kind: 'slots',
    what: 'uploads being read; further ones wait with their sender',
    perUser: appLimits.upload.maxAtOnce,
  },
  boxSenders: {
    kind: 'slots',
    what: 'photos being read from one sender to one box',
    perAddress: 2,
  },
  boxes: {
    kind: 'slots',
    what: 'photos being read for one box, from all its senders',
    perUser: 20,
  },
  securityLog: {
    kind: 'rate',
    what: 'lines of each security event in the log, except signing in and out',
    perAddress: { count: 20, windowSeconds: seconds.minute },
    perProcess: { count: 300, windowSeconds: seconds.minute },
  },
  streams: {
    kind: 'slots',
    what: 'streams of changes; another one ends the oldest',
    perUser: programLimits.push.maxPerUser,
    perAddress: programLimits.push.maxPerAddress,
  },
  photoDecoders: {
    kind: 'slots',
    what: 'photos being decoded, each in a process of its own',
    perUser: 1,
    perProcess: 2,
    milliseconds: 15_000,
  },
  videos: {
    kind: 'queue',
    what: 'videos waiting to be made, as many at once as the provider makes; persons in turn, tests last',
  },
  movements: {
    kind: 'queue',
    what: 'other movements waiting to be made, after paid videos; persons in turn, tests last',
    atOnce: 1,
  },
  albums: {
    kind: 'queue',
    what: 'albums waiting to be made; persons in turn, tests last',
    atOnce: 1,
    perUser: limits.album.maxUnfinished,
  },
  readinessChecks: {
    kind: 'rate',
    what: 'real checks behind `/readyz`, which anybody may call: a query, and a file that is written',
    perProcess: { count: 1, windowSeconds: 1 },
  },
  databaseConnections: {
    kind: 'slots',
    what: 'connections to the database; calls of one user wait for each other’s, at most 5 s',
    perUser: 5,
    perProcess: 10,
  },
  nameLookups: {
    kind: 'slots',
    what: 'public names being resolved, outside the thread pool; bounded by what asks for them',
    milliseconds: 5_000,
  },
} as const satisfies Record<string, SharedResource>;

export type SharedResourceName = keyof typeof sharedResources;
