import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** As set by npm in the repository itself, whose Node runs TypeScript. */
const searchPath = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);

/** Runs npm by name, without a registry. Resolves with its output. */
async function npm(cwd: string, ...args: string[]): Promise<string> {
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, PATH: searchPath };
  const { stdout } = await run('npm', [...args, ...quiet], { cwd, env });
  return stdout;
}

/** A separate project in which `memori/client` is installed. */
export interface ClientProject {
  readonly folder: string;
  /** The files in the tarball. */
  readonly packed: readonly string[];
}

/**
 * Packs the client and installs it into an empty project. Packs a copy, because npm changes package.json meanwhile,
 * which other tests read.
 */
export async function installClient(): Promise<ClientProject> {
  await run(process.execPath, ['scripts/setup.mjs', '--sdk'], { cwd: root });
  const copy = await mkdtemp(join(tmpdir(), 'memori-pack-'));
  for (const path of ['package.json', 'README.md', 'docs/sdk.md', 'dist/sdk']) {
    await cp(join(root, path), join(copy, path), { recursive: true });
  }
  await symlink(join(root, 'scripts'), join(copy, 'scripts'));
  const [packed] = JSON.parse(await npm(copy, 'pack', '--json', '--silent')) as [
    { filename: string; files: { path: string }[] },
  ];
  const folder = await mkdtemp(join(tmpdir(), 'memori-elsewhere-'));
  await writeFile(join(folder, 'package.json'), '{"name": "elsewhere", "private": true, "type": "module"}');
  await npm(folder, 'install', join(copy, packed.filename));
  await rm(copy, { recursive: true });
  return { folder, packed: packed.files.map(({ path }) => path).sort() };
}

/**
 * Compiles the project's files with TypeScript's strictest options, declarations included; resolves with its errors. Of
 * the type packages, only those in `types` are available. `compiler` is the package of the TypeScript that compiles.
 */
export async function compile(
  { folder }: ClientProject,
  files: string[],
  types: string[],
  options: { noEmit?: boolean; module?: string; moduleResolution?: string } = {},
  compiler = 'typescript',
): Promise<string> {
  const typeRoots = join(folder, 'types-of-others');
  await mkdir(typeRoots, { recursive: true });
  const there = await readdir(typeRoots);
  for (const name of types) {
    if (!there.includes(name)) await symlink(join(root, 'node_modules/@types', name), join(typeRoots, name));
  }
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types,
    typeRoots: [typeRoots],
    ...options,
  };
  const project = join(folder, `tsconfig-${compiler}-${types.join('-') || 'alone'}.json`);
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc');
  return run(process.execPath, [tsc, '-p', project]).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}
