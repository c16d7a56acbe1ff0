import type { Deps } from '#server/composition/deps.ts';
import type { AuditEntry } from '#server/features/audit/audit.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** The dependencies of commands. */
export type AdminDeps = Pick<Deps, 'db' | 'queue' | 'env' | 'storage'>;

/** Why a command can't be carried out; the message is for the operator. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** Records the act in the transaction that carries it out, with details to keep. */
export type RecordAction = (tx: Tx, details?: AuditEntry['details']) => Promise<void>;

/** An action that is prepared but not carried out: the operator reads `says` and confirms or declines. */
export interface Plan extends Pick<AuditEntry, 'userId' | 'subject'> {
  /** One sentence: what will be done, and to whom. */
  says: string;
  /** Carries out and records the action, both or neither. Resolves with the result. Throws AdminError if it can't. */
  perform(record: RecordAction): Promise<object>;
}

interface Named {
  /** As typed: `credits grant`. */
  name: string;
  /** Positional arguments, in order; the last is optional if it ends in `?`. */
  args: readonly string[];
  summary: string;
}

/** A read-only command. */
export interface Query extends Named {
  read(deps: AdminDeps, args: readonly string[]): Promise<object | readonly object[]>;
}

/** A command that changes something: it is announced, confirmed, given a reason, and recorded. */
export interface Action extends Named {
  plan(deps: AdminDeps, args: readonly string[]): Promise<Plan>;
}

export type Command = Query | Action;
