import { test } from './test.ts';
import { layWire, type Wire } from './wire.ts';

/** A page that reaches its Memori over a connection that can be cut. */
export const wired = test.extend<{ wire: Wire }>({
  wire: async ({ memori }, provide) => {
    const wire = await layWire(memori.url);
    await provide(wire);
    await wire.close();
  },
  baseURL: async ({ wire }, provide) => provide(wire.url),
});
