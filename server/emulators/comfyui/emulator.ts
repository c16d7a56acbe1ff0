import { type WebSocket, WebSocketServer } from 'ws';
import { StartError } from '#server/platform/errors.ts';
import { listen } from '../lib/listen.ts';
import { createClipMaker } from '../lib/clips.ts';
import { type ComfyEmulatorOptions, createApi } from './api.ts';
import { type ComfyJob, createExecutor } from './executor.ts';

export interface ComfyEmulator {
  /** The value for COMFYUI_URL. */
  url: string;
  /** The graphs queued so far, in order. */
  jobs: readonly ComfyJob[];
  /** The uploaded photos by name. */
  photos: ReadonlyMap<string, Buffer>;
  /** The ids of the running graph and of the waiting ones. */
  queue: () => string[];
  close(): Promise<void>;
}

/**
 * An emulator of ComfyUI's protocol, for use without a graphics card and for tests: whatever the graph, it makes a slow
 * zoom of the photo. Throws StartError in production.
 */
export async function startComfyEmulator(options: ComfyEmulatorOptions): Promise<ComfyEmulator> {
  if (options.production) throw new StartError('The ComfyUI emulator does not run in production.');
  const clips = await createClipMaker(options.ffmpeg);
  const photos = new Map<string, Buffer>();
  const sockets = new Map<string, WebSocket>();
  const executor = createExecutor({
    clips,
    photos,
    stepMilliseconds: options.stepMilliseconds ?? 1500,
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
    url,
    photos,
    jobs: executor.jobs,
    queue: () => [executor.running(), ...executor.pending].flatMap((job) => job?.id ?? []),
    async close() {
      executor.close();
      for (const socket of sockets.values()) socket.terminate();
      await close();
      await clips.close();
    },
  };
}
