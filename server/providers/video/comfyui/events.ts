import { WebSocket } from 'ws';
import { type AddressRule, guardedLookup } from '#server/platform/network/addresses.ts';
import { parseJson } from '../remote/json.ts';

/** ComfyUI's events about a running graph. */
export type ComfyEvent =
  | { type: 'running'; node: string | null }
  | { type: 'cached'; nodes: string[] }
  | { type: 'step'; node: string; done: number; of: number }
  | { type: 'ended' };

interface ListenOptions {
  url: string;
  addresses: AddressRule;
  clientId: string;
  promptId: string;
  onEvent: (event: ComfyEvent) => void;
}

/** Previews arrive over the same connection. */
const maxMessageBytes = 16 * 1024 * 1024;

/**
 * Listens to a ComfyUI server's events about one graph, for as long as the connection lasts. Any error merely closes
 * it: polling still determines the outcome.
 */
export function listenTo({ url, addresses, clientId, promptId, onEvent }: ListenOptions): {
  isOpen: () => boolean;
  close: () => void;
} {
  const address = new URL(`${url}/ws?${new URLSearchParams({ clientId })}`);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, {
    lookup: guardedLookup(addresses),
    maxPayload: maxMessageBytes,
    followRedirects: false,
    handshakeTimeout: 10_000,
  });
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return;
    const event = readEvent(parseJson(data.toString('utf8')), promptId);
    if (event) onEvent(event);
  });
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN || socket.readyState === WebSocket.CONNECTING,
    close: () => socket.terminate(),
  };
}

/** A node's id, which may be a number. */
const nodeOf = ({ node }: Record<string, unknown>): string => `${node as string | number}`;

/** Parses one of ComfyUI's messages; null unless it is about this graph (docs.comfy.org, "Messages"). */
function readEvent(message: unknown, promptId: string): ComfyEvent | null {
  const { type, data } = (message ?? {}) as { type?: unknown; data?: Record<string, unknown> };
  if (data?.['prompt_id'] !== promptId) return null;
  switch (type) {
    case 'execution_start':
      return { type: 'running', node: null };
    case 'execution_cached':
      return { type: 'cached', nodes: Array.isArray(data['nodes']) ? data['nodes'].map(String) : [] };
    case 'executing':
      return data['node'] === null ? { type: 'ended' } : { type: 'running', node: nodeOf(data) };
    case 'progress':
      return {
        type: 'step',
        node: nodeOf(data),
        done: Number(data['value']) || 0,
        of: Math.max(1, Number(data['max']) || 1),
      };
    case 'execution_success':
    case 'execution_error':
    case 'execution_interrupted':
      return { type: 'ended' };
    default:
      return null;
  }
}
