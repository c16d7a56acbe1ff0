import { orderErasure } from '#server/features/accounts/deletion.ts';
import { getBalance } from '#server/features/credits/ledger.ts';
import type { Command } from './command.ts';
import { findUser } from './find.ts';

/** Prisma leaves the wildcards of LIKE in a text as they are: `_` is frequent in addresses. */
const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

export const userCommands: readonly Command[] = [
  {
    name: 'users find',
    args: ['TEXT'],
    summary: 'lists users by id or by a part of their e-mail',
    async read({ db }, [text = '']) {
      const users = await db.user.findMany({
        // Excludes test users.
        where: {
          testOf: null,
          OR: [{ id: text }, { emailKey: { contains: literally(text.toLowerCase()) } }],
        },
        orderBy: { createdAt: 'desc' },
        take: 50,
      });
      return users.map(({ id, email, createdAt, deletionAt }) => ({ id, email, createdAt, deletionAt }));
    },
  },
  {
    name: 'users show',
    args: ['USER'],
    summary: 'shows a user’s account, credits and counts',
    async read(deps, [name]) {
      const { db } = deps;
      const { id, email, createdAt, verifiedAt, deletionAt } = await findUser(deps, name);
      const own = { where: { userId: id } };
      return {
        id,
        email,
        createdAt,
        verifiedAt,
        deletionAt,
        credits: await getBalance(db, id),
        purchases: await db.purchase.count({ where: { userId: id, status: 'paid' } }),
        videos: await db.videoTask.count(own),
        albums: await db.album.count(own),
        sessions: await db.session.count({ where: { userId: id, expiresAt: { gt: new Date() } } }),
        tokens: await db.apiToken.count(own),
      };
    },
  },
  {
    name: 'users sign-out',
    args: ['USER'],
    summary: 'ends all sessions of a user',
    async plan(deps, [name]) {
      const { id: userId, email } = await findUser(deps, name);
      return {
        says: `${email} will be signed out everywhere.`,
        userId,
        perform: (record) =>
          deps.db.$transaction(async (tx) => {
            const { count: ended } = await tx.session.deleteMany({ where: { userId } });
            await record(tx, { ended });
            return { ended };
          }),
      };
    },
  },
  {
    name: 'users erase',
    args: ['USER'],
    summary: 'erases an account and all its files immediately, without the seven days’ notice',
    async plan(deps, [name]) {
      const { id: userId, email } = await findUser(deps, name);
      return {
        says: `${email} will be erased within a minute, with all photos, videos and albums. This cannot be undone.`,
        userId,
        perform: (record) =>
          deps.db.$transaction(async (tx) => {
            await orderErasure(tx, userId);
            await record(tx);
            return { erased: 'with the next sweep of a worker' };
          }),
      };
    },
  },
];
