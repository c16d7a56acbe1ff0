/** Before a second try, in milliseconds. */
const pause = 1000;

/** The address of the script that could not be had, where the browser says it: Safari does not. */
function addressIn(error: unknown): string | null {
  return (error instanceof Error && /https?:\/\/\S+\.js/.exec(error.message)?.[0]) || null;
}

async function untilOnline(): Promise<void> {
  if (navigator.onLine) return;
  await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/**
 * Fetches a part of our own code, which `load` imports; waits while the device is offline, as a phone in a lift, and tries
 * once more where it fails. Under another address: for as long as a document lives, browsers keep in mind which script
 * failed, and don't ask for it again (HTML, "fetch a single module script"). Rejects where that fails too.
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
