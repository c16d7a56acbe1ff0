import { listAuditEntries } from '#server/features/audit/audit.ts';
import type { Command } from './command.ts';
import { creditCommands } from './credits.ts';
import { fileCommands } from './files.ts';
import { filmCommands } from './films.ts';
import { findUser } from './find.ts';
import { stuckCommands } from './stuck.ts';
import { taskCommands } from './tasks.ts';
import { tokenCommands } from './tokens.ts';
import { userCommands } from './users.ts';
import { withdrawalCommands } from './withdrawals.ts';

const auditCommand: Command = {
  name: 'audit',
  args: ['USER?'],
  summary: 'lists operators’ actions, newest first, optionally for one user',
  async read({ db }, [user]) {
    return listAuditEntries(db, {
      limit: 200,
      ...(user ? { userId: (await findUser({ db }, user)).id } : {}),
    });
  },
};

/** Every operator command, in the order of the help text. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...creditCommands,
  ...taskCommands,
  ...filmCommands,
  ...fileCommands,
  ...tokenCommands,
  ...withdrawalCommands,
  ...stuckCommands,
  auditCommand,
];

/** The command that `words` begin with, and its arguments; undefined if there is none. */
export function commandIn(words: readonly string[]): { command: Command; args: string[] } | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((each) => each.name === name);
    if (command) return { command, args: words.slice(length) };
  }
  return undefined;
}

/** The usage of a command. */
export const usageOf = ({ name, args }: Command): string =>
  [name, ...args.map((each) => (each.endsWith('?') ? `[${each.slice(0, -1)}]` : each))].join(' ');
