import { Prisma } from '../../generated/prisma/client.ts';

/** True for a write that a unique index has refused. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
