import { runMemori } from './run.ts';

await runMemori();
