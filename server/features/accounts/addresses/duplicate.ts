import { Prisma } from '../../../generated/prisma/client.ts';

/** True if a unique index rejected the write. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
