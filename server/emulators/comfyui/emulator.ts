import { type WebSocket, WebSocketServer } from 'ws';
import { StartError } from '../../platform/start-error.ts';
import { listen } from '../lib/listen.ts';
import { createClipMaker } from '../lib/clips.ts';
import { type ComfyEmulatorOptions, createApi } from './api.ts';
import { type ComfyJob, createExecutor } from './executor.ts';

export interface ComfyEmulator {
  /** What COMFYUI_URL is set to. */
  url: string;
  /** The graphs that were queued, in that order. */
  jobs: readonly ComfyJob[];
  /** The photos that were uploaded, by their names. */
  photos: ReadonlyMap<string, Buffer>;
  /** The ids of the graph that runs and of those that wait. */
  queue: () => string[];
  close(): Promise<void>;
}

/**
 * A server that speaks ComfyUI's protocol, for use without a graphics card and for tests: whatever the graph, it makes
 * a slow zoom of the photo. Throws StartError in production.
 */
export async function startComfyEmulator(options: ComfyEmulatorOptions): Promise<ComfyEmulator> {
  if (options.production) throw new StartError('The ComfyUI emulator does not run in production.');
  const clips = await createClipMaker(options.ffmpeg);
  const photos = new Map<string, Buffer>();
  const sockets = new Map<string, WebSocket>();
  const executor = createExecutor({
    ...{ clips, photos, stepMilliseconds: options.stepMilliseconds ?? 1500 },
    send: (clientId, type, data) => sockets.get(clientId)?.send(JSON.stringify({ type, data })),
  });
  const { url, server, close } = await listen(createApi({ options, executor, photos, tries: new Map() }));
  const websockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (req, socket, head) => {
    if (options.websocket === false) {
      socket.destroy();
      return;
    }
    const clientId = new URL(req.url ?? '', url).searchParams.get('clientId') ?? '';
    websockets.handleUpgrade(req, socket, head, (connected) => {
      sockets.set(clientId, connected);
      connected.send(
        JSON.stringify({
          type: 'status',
          data: { status: { exec_info: { queue_remaining: 0 } }, sid: clientId },
        }),
      );
    });
  });
  return {
    ...{ url, photos, jobs: executor.jobs },
    queue: () => [executor.running(), ...executor.pending].flatMap((job) => job?.id ?? []),
    async close() {
      executor.close();
      for (const socket of sockets.values()) socket.terminate();
      await close();
      await clips.close();
    },
  };
}
