// The first script of every command: it runs on whatever Node the machine has, with nothing installed. It sets up the
// clone (packages, generated code, and on request the client and a browser) and is quick if there is nothing to do.
// Usage: node scripts/setup.mjs [--client] [--sdk] [--browser]
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensurePackages } from './setup/install.mjs';
import { requireSupportedNode, runsTypeScript, scriptNode } from './setup/node.mjs';
import { fail, runVisible } from './setup/run.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  requireSupportedNode();
  await ensurePackages(root);
  if (runsTypeScript(process.versions.node)) {
    const { prepare } = await import('./setup/prepare.ts');
    await prepare(root, process.argv.slice(2));
  } else {
    const script = fileURLToPath(new URL('./setup/prepare.ts', import.meta.url));
    process.exitCode = await runVisible(scriptNode(root), [script, ...process.argv.slice(2)], root);
  }
} catch (error) {
  fail(error);
}
