import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';

// Prisma's own schema engine compiled to WebAssembly, on an in-memory PostgreSQL: no engine download and no server
// needed. The generated loader is for bundlers, so the module is linked manually.
let linked = false;

function linkEngine(): void {
  // A second instance would break calls in progress on the first one.
  if (linked) return;
  linked = true;
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'));
  const module = new WebAssembly.Module(readFileSync(path.join(folder, 'schema_engine_bg.wasm')));
  const imports = { './schema_engine_bg.js': wasm as unknown as WebAssembly.ModuleImports };
  const { exports } = new WebAssembly.Instance(module, imports);
  const linkable = wasm as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  linkable.__wbg_set_wasm(exports);
  (exports as { __wbindgen_start(): void }).__wbindgen_start();
}

function migrationsIn(folder: string) {
  const lock = path.join(folder, 'migration_lock.toml');
  const names = globSync('*/migration.sql', { cwd: folder }).map((file) => path.dirname(file));
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lock) ? readFileSync(lock, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names.toSorted().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(path.join(folder, name, 'migration.sql'), 'utf8'),
        },
      },
    })),
  };
}

/**
 * The SQL that turns the result of the migrations in `folder` into the schema in the file `schema`; empty if they
 * agree. Covers tables, columns, keys and indexes, but not CHECK constraints, triggers or functions. Throws with the
 * database's message if a migration can't be applied.
 */
export async function missingSql(folder: string, schema: string): Promise<string> {
  linkEngine();
  const database = await PGlite.create('memory://');
  const files = [{ path: 'schema.prisma', content: readFileSync(schema, 'utf8') }];
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(database));
  const datamodels = files.map((file): [string, string] => [file.path, file.content]);
  try {
    const engine = await wasm.SchemaEngine.new({ datamodels }, () => undefined, adapter);
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsIn(folder) },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    const sql = stdout ?? '';
    return /^\s*(--[^\n]*\s*)*$/.test(sql) ? '' : sql;
  } finally {
    await database.close();
  }
}
