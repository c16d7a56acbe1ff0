// Builds `memori/client` into the folder that is given: one ES module, and one file of types. Neither imports anything.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown, type RolldownOutput } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { runNode } from './lib/run.ts';

const root = join(import.meta.dirname, '..');
const entry = 'client/sdk/memori';

/** Declarations as TypeScript infers them, of the router and of all that it names: a tree like the sources'. */
async function declare(folder: string): Promise<void> {
  const { status, output } = await runNode([
    ...['node_modules/typescript/bin/tsc', '-p', 'client/sdk', '--noEmit', 'false', '--outDir', folder],
    ...['--declaration', '--emitDeclarationOnly', '--rootDir', '.'],
  ]);
  if (status !== 0) throw new Error(output);
}

const emptyContext = '\0context.d.ts';

/**
 * Leaves the server out of the types. What a procedure is called with and answers is told by features and shared schemas; a
 * procedure's context is of no use to a caller. Were anything else of the server needed, an import of it would be left over.
 */
function withoutServer(folder: string): Plugin {
  const left = (id: string) => ({ id, external: true, moduleSideEffects: false });
  return {
    name: 'without-server',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (importer === undefined) return null;
        if (!source.startsWith('.')) return /^(zod|@trpc\/|eventsource)/.test(source) ? null : left(source);
        const file = relative(folder, resolve(dirname(importer), source));
        if (file === 'server/trpc/context.ts') return emptyContext;
        const isServer = file.startsWith('server/') && !/^server\/(trpc|features)\//.test(file);
        // Zod's error messages are written as CommonJS, which can't be bundled and has no part in its types.
        return isServer || source.includes('/locales/') ? left(file) : null;
      },
    },
    load: (id) => (id === emptyContext ? 'export type Context = object;' : null),
  };
}

const anImport = /^import\b.*|^export\b.*\bfrom\b.*|\bimport\(\s*['"].*/m;

/** Throws for a bundle that needs more than itself. */
function requireWhole({ output }: RolldownOutput): void {
  for (const part of output) {
    const found = part.type === 'chunk' && anImport.exec(part.code);
    if (found) throw new Error(`memori/client must import nothing, but ${part.fileName} has: ${found[0]}`);
  }
}

/** The licences of the packages that the bundles hold: theirs is to be told wherever their code goes. */
async function licencesOf(...bundles: RolldownOutput[]): Promise<string> {
  const modules = bundles.flatMap(({ output }) =>
    output.flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : [])),
  );
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  const texts = [...new Set(folders)].sort().map(async (folder) => {
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} holds no licence`);
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return `${name}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n\n');
}

/** Builds both. Throws where a type error or something of the server stands in the way. */
async function build(dir: string): Promise<void> {
  const script = await rolldown({ cwd: root, input: { client: `${entry}.ts` }, platform: 'neutral' });
  const code = await script.write({ dir, format: 'es', minify: true });
  requireWhole(code);
  await mkdir(join(root, 'dist'), { recursive: true });
  // Inside the repository, so that packages are found.
  const folder = await mkdtemp(join(root, 'dist', 'sdk-types-'));
  try {
    await declare(folder);
    const types = await rolldown({
      cwd: root,
      input: { client: join(folder, `${entry}.d.ts`) },
      platform: 'neutral',
      treeshake: { moduleSideEffects: false },
      plugins: [
        withoutServer(folder),
        dts({ dtsInput: true, generator: 'oxc', emitDtsOnly: true, tsconfig: false }),
      ],
    });
    const declarations = await types.write({ dir, format: 'es' });
    requireWhole(declarations);
    await writeFile(join(dir, 'LICENSES.txt'), await licencesOf(code, declarations));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Usage: node scripts/build-sdk.ts FOLDER');
await build(resolve(target));
