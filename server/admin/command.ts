import type { Deps } from '../deps.ts';
import type { Act } from '../features/audit/audit.ts';
import type { Tx } from '../platform/db.ts';

/** What commands work on. */
export type AdminDeps = Pick<Deps, 'db' | 'queue' | 'env' | 'storage'>;

/** Why a command can't be carried out, in words for the operator. */
export class AdminError extends Error {
  override name = 'AdminError';
}

/** Writes the act down, in the transaction that carries it out, with what else is to be kept of it. */
export type RecordAct = (tx: Tx, details?: Act['details']) => Promise<void>;

/** What is about to be done, before it is: the operator sees `says`, and agrees or not. */
export interface Plan extends Pick<Act, 'userId' | 'subject'> {
  /** One sentence: what will be done, to whom. */
  says: string;
  /** Does it and writes it down, both or neither. Resolves with what came of it. Throws AdminError where it can't be done. */
  perform(record: RecordAct): Promise<object>;
}

interface Named {
  /** As typed: `credits grant`. */
  name: string;
  /** What follows the name, in order; the last may be left out where it ends in `?`. */
  args: readonly string[];
  summary: string;
}

/** Looks, and changes nothing. */
export interface Query extends Named {
  read(deps: AdminDeps, args: readonly string[]): Promise<object | readonly object[]>;
}

/** Changes something: it is announced, confirmed, given a reason, and written down. */
export interface Action extends Named {
  plan(deps: AdminDeps, args: readonly string[]): Promise<Plan>;
}

export type Command = Query | Action;
