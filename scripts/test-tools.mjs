// Prints the Debian packages of the programs that some tests need, and that this machine lacks, on one line:
// apt-get install $(node scripts/test-tools.mjs)
import { missingTools } from './lib/test-tools.mjs';

const packages = new Set(missingTools().flatMap(({ packages }) => packages));
process.stdout.write([...packages].join(' '));
