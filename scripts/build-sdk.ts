// Builds `memori/client` into the given folder: an ES module, the same as CommonJS, and a type
// declaration file for each, all without imports.
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown, type RolldownOutput } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { runNode } from './lib/run.ts';

const root = join(import.meta.dirname, '..');
const entry = 'client/sdk/memori';

/**
 * Emits the declarations that TypeScript infers for the router and everything it refers to, mirroring the source tree.
 */
async function declare(folder: string): Promise<void> {
  const { status, output } = await runNode([
    ...['node_modules/typescript/bin/tsc', '-p', 'client/sdk', '--noEmit', 'false', '--outDir', folder],
    ...['--declaration', '--emitDeclarationOnly', '--rootDir', '.'],
  ]);
  if (status !== 0) throw new Error(output);
}

/** What procedures' types name of the server, and what callers see of it. */
const unseen: Record<string, string> = {
  'server/rpc/context.ts': 'export type Context = object;',
  'server/rpc/meta.ts': 'export type OperationMeta = object;',
};

/**
 * Leaves the server out of the types. The inputs and outputs of procedures come from features and shared schemas;
 * callers don't need a procedure's context or declaration. If the types needed anything else of the server, an import of it would
 * remain.
 */
function withoutServer(folder: string): Plugin {
  const left = (id: string) => ({ id, external: true, moduleSideEffects: false });
  return {
    name: 'without-server',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (importer === undefined) return null;
        const ours = /^#((?:server|shared)\/.*)/.exec(source)?.[1];
        if (ours === undefined && !source.startsWith('.'))
          return /^(zod|@trpc\/|eventsource)/.test(source) ? null : left(source);
        const file = ours ?? relative(folder, resolve(dirname(importer), source));
        if (file in unseen) return `\0${file.replace(/\.ts$/, '.d.ts')}`;
        const isServer =
          file.startsWith('server/') && !/^server\/(rpc|transport\/trpc|features)\//.test(file);
        // Zod's error messages are CommonJS, which can't be bundled, and are not part of its types.
        if (isServer || source.includes('/locales/')) return left(file);
        return ours === undefined ? null : join(folder, ours.replace(/\.ts$/, '.d.ts'));
      },
    },
    load: (id) => unseen[id.replace('\0', '').replace(/\.d\.ts$/, '.ts')] ?? null,
  };
}

const anImport = /^import\b.*|^export\b.*\bfrom\b.*|\bimport\(\s*['"].*|\brequire\(\s*['"`].*/m;

/** Throws if a bundle is not self-contained. */
function requireWhole({ output }: RolldownOutput): void {
  for (const part of output) {
    const found = part.type === 'chunk' && anImport.exec(part.code);
    if (found) throw new Error(`memori/client must import nothing, but ${part.fileName} has: ${found[0]}`);
  }
}

/** The licences of the packages in the bundles: they must be distributed along with the code. */
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

/** Builds both. Throws if there is a type error, or if server code would be included. */
async function build(dir: string): Promise<void> {
  const script = await rolldown({ cwd: root, input: { client: `${entry}.ts` }, platform: 'neutral' });
  const code = await script.write({ dir, format: 'es', minify: true });
  requireWhole(code);
  const common = { format: 'cjs', minify: true, entryFileNames: '[name].cjs' } as const;
  requireWhole(await script.write({ dir, ...common }));
  await mkdir(join(root, 'dist'), { recursive: true });
  // Inside the repository, so that packages can be resolved.
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
    // TypeScript takes the kind of module from the name.
    await copyFile(join(dir, 'client.d.ts'), join(dir, 'client.d.cts'));
    await writeFile(join(dir, 'LICENSES.txt'), await licencesOf(code, declarations));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Usage: node scripts/build-sdk.ts FOLDER');
await build(resolve(target));
