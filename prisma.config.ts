import { defineConfig } from 'prisma/config';

// These commands need no schema engine, yet the CLI would download it first: a set path stops that.
const withoutEngine = ['generate', 'validate', 'format', 'version', '-v', '--version'];
if (withoutEngine.some((command) => process.argv.includes(command))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/unused' },
});
