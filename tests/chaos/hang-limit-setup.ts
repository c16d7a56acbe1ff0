import { afterEach, inject, vi } from 'vitest';
import { databaseTimeouts } from '#server/platform/database/connection.ts';
import { minutes, shortRunLimit } from './hang-limits.ts';
import { pending } from './waiting.ts';

// The long form of a run may be given any number of repetitions.
vi.setConfig({ testTimeout: inject('chaos').short ? shortRunLimit : 0 });

// Only of what runs in this process: whatever is to be proven about time limits, processes of Memori prove.
for (const name of Object.keys(databaseTimeouts)) Object.assign(databaseTimeouts, { [name]: minutes(10) });

afterEach(({ task }) => {
  const waits = pending();
  if (task.result?.state === 'fail' && waits.length > 0)
    console.log(`${task.name}: when it failed, it was waiting for this:\n  ${waits.join('\n  ')}`);
});
