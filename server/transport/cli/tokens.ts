import { defaultLanguage } from '#shared/languages.ts';
import { newTokenSchema } from '#shared/schemas/tokens.ts';
import { createApiToken, listApiTokens } from '#server/features/tokens/tokens.ts';
import { AdminError, type Command } from './command.ts';
import { findUser } from './find.ts';

export const tokenCommands: readonly Command[] = [
  {
    name: 'tokens list',
    args: ['USER'],
    summary: 'lists the API tokens of a user',
    async read({ db }, [user]) {
      return listApiTokens(db, (await findUser({ db }, user)).id);
    },
  },
  {
    name: 'tokens create',
    args: ['USER', 'NAME', 'SCOPES', 'KIND?'],
    summary: 'makes an API token, which is shown once; SCOPES as "read,generate,albums", KIND live or test',
    async plan({ db, queue }, [user, name, scopes = '', kind = 'live']) {
      const { id: userId, email } = await findUser({ db }, user);
      if (kind !== 'live' && kind !== 'test') throw new AdminError('A token is live or test.');
      const test = kind === 'test';
      const input = newTokenSchema.safeParse({ name, scopes: scopes.split(','), test });
      if (!input.success)
        throw new AdminError('A token needs a name and scopes such as "read,generate,albums".');
      return {
        says: `A program of ${email} may ${input.data.scopes.join(', ')} from now on${test ? ', at no cost, for tests' : ''}.`,
        userId,
        perform: (record) =>
          createApiToken(
            { db, queue },
            { userId, sessionId: null, language: defaultLanguage },
            input.data,
            (tx, { id }) => record(tx, { token: id }),
          ),
      };
    },
  },
  {
    name: 'tokens revoke',
    args: ['TOKEN-ID'],
    summary: 'revokes an API token',
    async plan({ db }, [id = '']) {
      const token = await db.apiToken.findUnique({ where: { id }, include: { user: true } });
      if (!token) throw new AdminError(`There is no token ${id}.`);
      return {
        says: `The token "${token.name}" of ${token.user.email} will be revoked.`,
        userId: token.userId,
        subject: id,
        perform: (record) =>
          db.$transaction(async (tx) => {
            const { count } = await tx.apiToken.deleteMany({ where: { id } });
            if (count === 0) throw new AdminError(`There is no token ${id}.`);
            await record(tx);
            return { revoked: id };
          }),
      };
    },
  },
];
