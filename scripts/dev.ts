// The app with hot reload: Vite reloads the client, Node restarts the server when its sources change.
import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const watched = ['server', 'shared'].map((folder) => `--watch-path=${path.join(root, folder)}`);
const script = path.join(root, 'server/main.ts');
const args = [...watched, '--watch-preserve-output', script, '--dev', ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit', cwd: root });

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
