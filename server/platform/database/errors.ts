import { Prisma } from '#server/generated/prisma/client.ts';

/** The database can't be reached, or doesn't respond. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(cause?: unknown) {
    super('The database is not available', { cause });
  }
}

/**
 * SQLSTATE (appendix A of PostgreSQL's manual): connection exceptions, too many connections, canceled by a timeout,
 * lock timeout, the server stops, crashes or starts, an idle session was terminated.
 */
const states = /^(08...|53300|57014|55P03|57P0[1235]|25P0[34])$/;
/** Prisma: not reachable, timed out, connection closed, no connection in time, transaction not started or lost. */
const prismaCodes = /^P(1001|1002|1008|1017|2024|2028)$/;
/** Prisma's adapter: its names for socket failures. */
const adapterKinds = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
/** Messages of `pg` and `pg-pool` errors that have no code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;
const socketCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;

interface ErrorDetails {
  code?: unknown;
  kind?: unknown;
  message?: unknown;
  syscall?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: { cause?: unknown } };
}

function says(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isAbsence({ code, kind, message }: ErrorDetails): boolean {
  return says(states, code) || says(prismaCodes, code) || says(adapterKinds, kind) || says(messages, message);
}

/** True if the error means that the database is unavailable, whether from `pg`, its pool, pg-boss or Prisma. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // An unwrapped socket error is `pg`'s; callers of remote services wrap theirs.
  const bare: ErrorDetails = error;
  if (bare.syscall !== undefined && says(socketCodes, bare.code)) return true;
  let each: ErrorDetails | undefined = error;
  for (let depth = 0; each && depth < 8; depth += 1) {
    if (each instanceof DatabaseUnavailableError || isAbsence(each)) return true;
    const next: unknown = each.meta?.driverAdapterError?.cause ?? each.cause;
    each = typeof next === 'object' && next !== null ? next : undefined;
  }
  return false;
}

/** True if the server is reachable but has no free connection slot (SQLSTATE 53300). */
export function isTooManyConnections(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}

/** True if a unique index rejected the write. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
