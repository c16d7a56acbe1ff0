import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { copyServer, filesOfGuide } from '#tests/support/server-copy.ts';
import { runNode } from './lib/run.ts';

const featureFile = 'server/features/credits/count-entries.ts';
const operationsFile = 'server/features/credits/operations.ts';

const feature = `
  import type { Db } from '../../platform/database/db.ts';
  export const countEntries = (db: Db, userId: string): Promise<number> => db.creditEntry.count({ where: { userId } });
`;
const declaration = `
  count: operation({
    summary: 'Returns the number of entries.',
    access: { scope: 'read' },
    paid: true,
    agents: true,
    rest: {
      id: 'countEntries', tag: 'Credits', method: 'get', path: '/api/credits/count', errors: ['not_found'], result: { entries: 3 },
    },
  })
    .output(z.object({ entries: z.number() }))
    .query(async ({ ctx }) => ({ entries: await countEntries(ctx.deps.db, ctx.auth.user.id) })),
`;
/** Calls it with inferred types, and refuses one without access. */
const caller = `
  import type { inferRouterOutputs } from '@trpc/server';
  import { operation } from './server/rpc/operation.ts';
  import type { AppRouter } from './server/transport/trpc/router.ts';
  export const counted: inferRouterOutputs<AppRouter>['credits']['count'] = { entries: 1 };
  // @ts-expect-error: nobody has said who may call it.
  operation({ summary: 'Returns nothing.' });
  // @ts-expect-error: there is no such scope.
  operation({ summary: 'Returns nothing.', access: { scope: 'pay' } });
`;
/** Prints what each transport makes of it. */
const reader = `
  import { openApiDocument } from './server/transport/rest/openapi.ts';
  import { operations, paidCalls } from './server/transport/rest/operations.ts';
  import { tools } from './server/transport/mcp/tools.ts';
  import { appRouter } from './server/transport/trpc/router.ts';
  const { paths } = openApiDocument('https://memori.example', 'session') as { paths: Record<string, object> };
  const row = operations.find(({ id }) => id === 'countEntries');
  console.log(JSON.stringify({
    procedure: 'credits.count' in appRouter._def.procedures,
    rest: [row?.method, row?.path, row?.signedIn, row?.scope],
    documented: Object.keys(paths['/api/credits/count'] ?? {}),
    tool: tools.some(({ name }) => name === 'credits_count'),
    paid: paidCalls.filter((call) => call.includes('count')),
  }));
  process.exit();
`;

test('adding an operation takes no more files than the guide names', async () => {
  expect(await filesOfGuide('Adding an operation')).toEqual([featureFile, operationsFile]);
  const at = await copyServer();

  await writeFile(at(featureFile), feature);
  const source = await readFile(at(operationsFile), 'utf8');
  const changed = source.replace('export const creditOperations = {', (start) => start + declaration);
  const imports = "import { z } from 'zod';\nimport { countEntries } from './count-entries.ts';\n";
  await writeFile(at(operationsFile), imports + changed);
  await writeFile(at('caller.ts'), caller);
  await writeFile(at('reader.ts'), reader);
  await writeFile(at('tsconfig.one.json'), '{ "extends": "./tsconfig.json", "include": ["caller.ts"] }');
  const [types, read] = await Promise.all([
    runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.one.json'], at('.')),
    runNode(['reader.ts'], at('.')),
  ]);
  expect(types).toEqual({ status: 0, output: '' });
  expect(JSON.parse(read.output)).toEqual({
    procedure: true,
    rest: ['get', '/api/credits/count', true, 'read'],
    documented: ['get'],
    tool: true,
    paid: ['credits.count', '/api/credits/count'],
  });
}, 300_000);
