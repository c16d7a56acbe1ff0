/** The database can't be reached, or does not answer. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  constructor(cause?: unknown) {
    super('The database is not available', { cause });
  }
}

/**
 * SQLSTATE (appendix A of PostgreSQL's manual): connection exceptions, too many connections, canceled by a timeout,
 * no lock in time, the server stops, crashes or starts, a session cut for being idle.
 */
const states = /^(08...|53300|57014|55P03|57P0[1235]|25P0[34])$/;
/** Prisma: not reachable, timed out, connection closed, no connection in time, transaction not begun or gone. */
const prismaCodes = /^P(1001|1002|1008|1017|2024|2028)$/;
/** Prisma's adapter: what it makes of a socket's failure. */
const adapterKinds = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
/** What `pg` and `pg-pool` say without a code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;
const socketCodes = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;

interface Clues {
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

function isAbsence({ code, kind, message }: Clues): boolean {
  return says(states, code) || says(prismaCodes, code) || says(adapterKinds, kind) || says(messages, message);
}

/** True if it was the database's absence that failed, in whatever words `pg`, its pool, pg-boss or Prisma put it. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Bare, a socket's failure is `pg`'s; whoever talks to services elsewhere wraps what happens to him.
  const bare: Clues = error;
  if (bare.syscall !== undefined && says(socketCodes, bare.code)) return true;
  let each: Clues | undefined = error;
  for (let depth = 0; each && depth < 8; depth += 1) {
    if (each instanceof DatabaseUnavailableError || isAbsence(each)) return true;
    const next: unknown = each.meta?.driverAdapterError?.cause ?? each.cause;
    each = typeof next === 'object' && next !== null ? next : undefined;
  }
  return false;
}

/** True where the server is there and has no room for one more connection (SQLSTATE 53300). */
export function isTooManyConnections(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '53300';
}
