// Unpacks the pinned browser and its libraries. The package always unpacks into the folder for temporary files, so the
// caller sets that to a folder of its own (pinned-chromium.mjs).
// Usage: TMPDIR=FOLDER node unpack-chromium.mjs
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

const libraries = new URL('../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
await Promise.all([chromium.executablePath(), inflate(fileURLToPath(libraries))]);
