import { rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';

/**
 * `node postgres-process.ts DATA_DIR [--durable | --temporary]`: one user of an embedded database, as a separate
 * process. Prints `{"url", "superuserUrl"}` on one line, leaves when its standard input ends or at SIGTERM, then prints
 * `stopped`. It disables fsync, which only matters if the machine loses power, unless `--durable`. With `--temporary`
 * the server accepts many connections and the folder is deleted at the end: because its input ends with its parent,
 * nothing stays behind even if the parent was killed.
 */
const [dataDir = '', flag] = process.argv.slice(2);
const temporary = flag === '--temporary';
const options = { fsync: flag === '--durable', ...(temporary && { maxConnections: 400 }) };

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
  const server = await startEmbeddedPostgres(dataDir, options);
  const { url, superuserUrl } = server;
  console.log(JSON.stringify({ url, superuserUrl }));
  await ended;
  await server.stop();
  if (temporary) rmSync(dataDir, { recursive: true, force: true });
  console.log('stopped');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.stdin.destroy();
