import type { SharedResourceName } from '#server/platform/concurrency/shared-resources.ts';
import type { AttackName } from './attacks.ts';
import { albumFaults, ledgerCheck, type ScenarioResult, streamFaults, uploadFaults } from './checks.ts';

export interface Scenario {
  attack: AttackName;
  /** The attacker's accounts, by their number of credits. */
  accounts?: readonly number[];
  /** The number of the first account's videos. */
  videos?: number;
  rounds?: number;
  /** Which statuses the attacker may get besides 503 (from a machine that is too slow), and which it must get. */
  allowed: readonly number[];
  needed: readonly number[];
  /**
   * The limit for an innocent user's median latency, as a multiple of that on the quiet server: during the attack, and
   * once all its rounds have ended.
   */
  slower: number;
  slowerAfterwards?: number;
  /** Checks further conditions; returns violations as text. */
  check?: (scenario: ScenarioResult) => Promise<string[]>;
}

/**
 * All abuse scenarios, with their allowed effect on others. A bound of 2 is promised; higher ones only show that others
 * are still served.
 */
export const scenarios: readonly Scenario[] = [
  {
    attack: 'bombs',
    accounts: [1e6, 1e6, 1e6, 1e6],
    allowed: [202, 422],
    needed: [202, 422],
    slower: 20,
    check: ledgerCheck,
  },
  {
    attack: 'parked',
    accounts: [0, 0],
    allowed: [402, 429],
    needed: [402, 429],
    slower: 20,
    check: uploadFaults,
  },
  { attack: 'batches', allowed: [200, 400, 429], needed: [400, 429], slower: 20 },
  { attack: 'bodies', accounts: [0], allowed: [413], needed: [413], slower: 20 },
  { attack: 'guesses', allowed: [401, 429], needed: [401, 429], slower: 20 },
  {
    attack: 'albums',
    accounts: [0],
    videos: 2,
    allowed: [202, 429],
    needed: [202, 429],
    slower: 20,
    check: albumFaults,
  },
  { attack: 'forgeries', accounts: [0], allowed: [400, 403, 404], needed: [400, 403, 404], slower: 20 },
  {
    attack: 'signIns',
    accounts: Array<number>(8).fill(0),
    allowed: [200, 429],
    needed: [200, 429],
    slower: 20,
  },
  { attack: 'changes', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  { attack: 'readiness', allowed: [200], needed: [200], slower: 20 },
  { attack: 'webhooks', accounts: [0], allowed: [201, 202, 409, 429], needed: [202, 429], slower: 20 },
  { attack: 'queries', accounts: [0], allowed: [200, 429], needed: [200, 429], slower: 20 },
  { attack: 'tokens', accounts: [0], allowed: [200, 201, 409, 429], needed: [201, 429], slower: 20 },
  { attack: 'recoveries', allowed: [202, 429], needed: [202, 429], slower: 20 },
  { attack: 'boxes', accounts: [0], allowed: [200, 409, 415, 429], needed: [200, 429], slower: 20 },
  { attack: 'reports', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  { attack: 'purchases', accounts: [0], allowed: [400, 404, 429], needed: [400, 404, 429], slower: 20 },
  { attack: 'previews', accounts: [0], allowed: [415, 429], needed: [415, 429], slower: 20 },
  { attack: 'recordings', accounts: [0], allowed: [415, 429], needed: [415, 429], slower: 20 },
  { attack: 'movements', accounts: [0], allowed: [400, 429], needed: [400, 429], slower: 20 },
  {
    attack: 'streams',
    accounts: [100],
    rounds: 10,
    allowed: [200],
    needed: [200],
    slower: 20,
    slowerAfterwards: 2,
    check: streamFaults,
  },
];

/** Why no attack uses up a resource; `server/shared-resources.test.ts` names the test that does. */
interface NoAttack {
  reason: string;
}

const needsFilms: NoAttack = { reason: 'needs films whose files exist, which this run does not make' };
const needsWorker: NoAttack = {
  reason: 'needs a worker for as long as the attack lasts, whose load hides it',
};

/** The attack that uses up each shared resource, or why none does. */
export const attackOn: Record<SharedResourceName, AttackName | NoAttack> = {
  webhookSlots: { reason: 'needs a receiver that never answers at a public address' },
  webhookRequests: 'webhooks',
  sessionQueries: 'queries',
  sessionChanges: 'changes',
  anonymousCalls: 'batches',
  tokenCalls: 'tokens',
  tests: { reason: 'a hundred photos a day cost less than those of `bombs`' },
  albumRequests: 'albums',
  newAlbums: 'albums',
  keepsakes: needsFilms,
  boxPhotos: 'boxes',
  reports: 'reports',
  displayChanges: 'boxes',
  displayCodes: { reason: 'ten codes in ten minutes cost a query each' },
  checkouts: 'purchases',
  confirmations: 'purchases',
  recoveries: 'recoveries',
  exports: needsWorker,
  accountMails: 'recoveries',
  movementRequests: 'movements',
  previews: 'previews',
  audioUploads: 'recordings',
  previewLine: { reason: 'thirty previews in ten minutes: see `previews`; in turn by its own test' },
  audioConversions: { reason: 'two uploads of an account are read at once: see `uploads`' },
  passwordHashing: 'signIns',
  shareCards: needsFilms,
  fileChecks: needsFilms,
  uploads: 'parked',
  boxSenders: 'boxes',
  boxes: { reason: 'needs more senders’ networks than the limit of each lets in: see `boxSenders`' },
  securityLog: 'forgeries',
  streams: 'streams',
  photoDecoders: 'bombs',
  videos: needsWorker,
  movements: needsWorker,
  albums: 'albums',
  readinessChecks: 'readiness',
  databaseConnections: 'tokens',
  nameLookups: { reason: 'needs a name server that never answers' },
};
