import type { ErrorCode } from '../../../shared/errors.ts';
import type { Lifecycle } from '../../../shared/status.ts';
import type { Db, Tx } from '../../platform/db.ts';
import type { UserEvent } from '../../platform/events.ts';
import type { WorkQueueName } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';

/** The columns that every kind of work has. */
export interface WorkRow {
  id: string;
  userId: string;
  status: string;
  progress: number;
  /** Storage prefix of the run that won; null until it has ended well. */
  renditionPrefix: string | null;
  errorCode: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export interface WorkCondition {
  id?: string | { gt: string };
  userId?: string | { in: string[] };
  status?: string | { in: string[] };
  errorCode?: string;
  createdAt?: { gt?: Date; gte?: Date; lt?: Date };
  startedAt?: { lt: Date };
  finishedAt?: { lt: Date };
  /** Of what its owner can delete and bring back; see `trash.ts`. */
  deletedAt?: null | { lt: Date } | { gte: Date };
  OR?: WorkCondition[];
}

/** A table of such rows, as far as the protocol needs it; `Result`: the columns that only its end fills. */
export interface WorkTable<Result extends object> {
  findUnique(args: { where: WorkCondition & { id: string } }): Promise<WorkRow | null>;
  /** In this order, where one is given, and no more than `take`. */
  findMany(args: {
    where: WorkCondition;
    orderBy?: { [Column in 'createdAt' | 'id']?: 'asc' }[];
    take?: number;
  }): Promise<WorkRow[]>;
  updateManyAndReturn(args: {
    where: WorkCondition;
    data: Partial<WorkRow> & { deletedAt?: Date | null } & Partial<Result>;
  }): Promise<WorkRow[]>;
  deleteMany(args: { where: WorkCondition }): Promise<{ count: number }>;
}

/** A kind of job that ends once, well or badly, whatever dies meanwhile (decision 091): what differs between kinds. */
export interface Work<Deps = unknown, Progress = unknown, Result extends object = object> {
  topic: Exclude<UserEvent['topic'], 'balance'>;
  life: Lifecycle;
  table(db: Tx): WorkTable<Result>;
  /** Of the user: it gave up for good; it is not the user's or not there; it has not ended yet. */
  codes: { failed: ErrorCode; notFound: ErrorCode; notFinished: ErrorCode };
  /** Where all files of this kind lie in the storage: under their job's id. */
  folder: string;
  /** What one run puts there; a job that runs twice has two such prefixes until one of them wins. */
  runPrefix(id: string, runId: string): string;
  /** What lies there before its row does. */
  inputKey?(id: string): string;
  /** What the work folders of its runs are named after. */
  workName(id: string): string;
  /** Where the jobs are that stand for its rows. */
  queue: WorkQueueName;
  /** Writes how far a running one is, never backwards. Returns how many rows it changed: none once it has ended. */
  saveProgress(db: Db, id: string, progress: Progress): Promise<number>;
  /** True where progress must not wait for its turn. */
  isUrgent?(progress: Progress, written: Progress | null): boolean;
  /** The code to end with where another try can't help; null where it can. */
  finalCode(error: unknown): ErrorCode | null;
  /** What else belongs into the transaction that ends it. */
  onEnd?(deps: Deps, tx: Tx, row: WorkRow): Promise<void>;
  /** With this code it goes as if its owner had deleted it. */
  discardedCode?: ErrorCode;
  /** Removes what else of it lies in the storage, once its row has gone. */
  onPurge?(storage: Storage, row: WorkRow): Promise<void>;
}
