import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts';

/**
 * `node postgres-process.ts DATA_DIR [--temporary]`: one user of an embedded database, as a process of its own.
 * Prints `{"url"}` on one line, leaves at the end of its standard input or at SIGTERM, then prints `stopped`. With `--temporary` the
 * server does without fsync, takes many connections, and the folder is deleted at the end: because its input
 * ends with its parent, nothing stays behind even where the parent was killed.
 */
const [dataDir = '', flag] = process.argv.slice(2);
const temporary = flag === '--temporary';

function inputEnd(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('error', resolve).resume();
    process.once('SIGTERM', resolve);
    // Ctrl-C reaches the whole group: the parent decides when it no longer needs the database.
    process.on('SIGINT', () => {});
  });
}

try {
  const ended = inputEnd();
  const server = await startEmbeddedPostgres(dataDir, temporary ? { fsync: false, maxConnections: 400 } : {});
  console.log(JSON.stringify({ url: server.url }));
  await ended;
  await server.stop();
  if (temporary) rmSync(dataDir, { recursive: true, force: true });
  console.log('stopped');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.stdin.destroy();
