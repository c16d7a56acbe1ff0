// npm run admin -- HELP: the operator's commands, available only on the machine itself. Exit status 1 if something
// can't be done, 2 if Memori's data can't be reached.
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { AdminError } from '#server/transport/cli/command.ts';
import { runAdmin, type Terminal } from '#server/transport/cli/run.ts';
import { openForAdmin } from '#server/composition/deps.ts';
import { loadEnv } from '#server/config/env.ts';
import { createLogger } from '#server/platform/logging/logger.ts';

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

const terminal: Terminal = {
  print: (text) => console.log(text),
  ask: process.stdin.isTTY ? ask : null,
  user: userInfo().username,
};

async function main(): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const open = async () => {
    const deps = await openForAdmin(loadEnv(), createLogger('silent'));
    opened.defer(deps.close);
    return deps;
  };
  await runAdmin(process.argv.slice(2), open, terminal);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  return error instanceof AdminError ? 1 : 2;
});
