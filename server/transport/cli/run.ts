import { parseArgs } from 'node:util';
import { recordAuditEntry } from '#server/features/audit/audit.ts';
import { untrustedProxySince } from '#server/platform/database/untrusted-proxy.ts';
import { type Action, AdminError, type AdminDeps, type Plan } from './command.ts';
import { commandIn, commands, usageOf } from './commands.ts';
import { formatRows } from './format.ts';

/** The operator's terminal, or a fake of it. */
export interface Terminal {
  print(text: string): void;
  /** Asks for a line of input; null if nobody can answer. */
  ask: ((question: string) => Promise<string>) | null;
  /** The operator's user name on this system. */
  user: string;
}

const options = {
  json: { type: 'boolean' },
  yes: { type: 'boolean' },
  reason: { type: 'string' },
  as: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** The help text of `npm run admin`. */
export function helpText(): string {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  return [
    'npm run admin -- COMMAND [--json] [--reason TEXT] [--yes] [--as NAME]',
    '',
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    'USER is an id or an e-mail address. Commands that change something ask for a reason and a confirmation, unless',
    '--reason and --yes give them. They are recorded in the audit log under --as, or your user name on this system.',
  ].join('\n');
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new AdminError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

type Flags = ReturnType<typeof parse>['values'];

/**
 * Carries out one operator command. `open` is called once the command is known to be valid. Throws AdminError with a
 * message for the operator, without having changed anything, if that fails.
 */
export async function runAdmin(
  argv: readonly string[],
  open: () => Promise<AdminDeps>,
  terminal: Terminal,
): Promise<void> {
  const { values: flags, positionals } = parse(argv);
  if (flags.help || positionals.length === 0 || /^help$/i.test(positionals[0] ?? ''))
    return terminal.print(helpText());
  const found = commandIn(positionals);
  if (!found)
    throw new AdminError(`There is no command "${positionals.join(' ')}". See: npm run admin -- help`);
  const { command, args } = found;
  const needed = command.args.filter((each) => !each.endsWith('?')).length;
  if (args.length < needed || args.length > command.args.length)
    throw new AdminError(`Usage: npm run admin -- ${usageOf(command)}`);
  const deps = await open();
  const result =
    'read' in command ? await command.read(deps, args) : await carryOut(command, deps, args, flags, terminal);
  if (flags.json) return terminal.print(JSON.stringify(result, null, 2));
  terminal.print(formatRows(result));
  for (const notice of await noticesOf(deps)) terminal.print(notice);
}

/** What operators must know, whatever they came for. */
async function noticesOf({ db }: AdminDeps): Promise<string[]> {
  const since = await untrustedProxySince(db);
  if (!since) return [];
  return [
    `\nSince ${since.toISOString()}, requests arrive through a proxy, but TRUST_PROXY is not set: all visitors count as one address and share its limits. Set it to the number of proxies in front of Memori.`,
  ];
}

async function carryOut(
  command: Action,
  deps: AdminDeps,
  args: readonly string[],
  flags: Flags,
  terminal: Terminal,
): Promise<object> {
  const plan = await command.plan(deps, args);
  const reason = await agree(plan, flags, terminal);
  const { userId = null, subject = null } = plan;
  const actor = flags.as ?? terminal.user;
  return plan.perform(async (tx, details = {}) => {
    await recordAuditEntry(tx, { actor, action: command.name, userId, subject, reason, details });
  });
}

/** Returns the operator's reason after they confirm the plan. Throws AdminError if they decline or can't be asked. */
async function agree(
  { says }: Plan,
  { reason, yes, json }: Flags,
  { print, ask }: Terminal,
): Promise<string> {
  if (!json) print(says);
  const why = (reason ?? (await ask?.('Why? ')) ?? '').trim();
  if (why === '') throw new AdminError('Nothing was done: a reason is required, with --reason "TEXT".');
  if (!yes && (await ask?.('Type yes to go on: ')) !== 'yes')
    throw new AdminError('Nothing was done: not confirmed (use --yes to confirm in advance).');
  return why;
}
