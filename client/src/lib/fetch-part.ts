/** Before the retry, in milliseconds. */
const pause = 1000;

/** The address of the script that failed to load, if the browser's error has it: Safari's does not. */
function addressIn(error: unknown): string | null {
  return (error instanceof Error && /https?:\/\/\S+\.js/.exec(error.message)?.[0]) || null;
}

async function untilOnline(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/**
 * Loads a chunk of our own code through `load`; waits while the device is offline (a phone in a lift, say) and retries
 * once if loading fails. The retry uses another address: browsers remember failed module scripts for as long as the
 * document lives and don't request them again (HTML, "fetch a single module script"). Rejects if the retry fails too.
 */
export async function fetchPart<Module>(load: () => Promise<Module>): Promise<Module> {
  await untilOnline();
  try {
    return await load();
  } catch (error) {
    const address = addressIn(error);
    if (!address) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    await untilOnline();
    return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Module;
  }
}
