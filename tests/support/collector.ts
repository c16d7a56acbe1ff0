import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '../../server/emulators/lib/listen.ts';

/** A span as it arrived, by OTLP's JSON encoding. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  /** What the sender says of itself. */
  resource: Record<string, string | number | boolean>;
  /** The header fields that it came with. */
  headers: NodeJS.Dict<string | string[]>;
}

type Attributes = { key: string; value: Record<string, string | number | boolean> }[];
interface Export {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: {
      spans: (Pick<ReceivedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name'> & {
        attributes: Attributes;
        status: { code?: number };
      })[];
    }[];
  }[];
}

const named = (attributes: Attributes) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]!]));

/** An OpenTelemetry collector that keeps what it is sent. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const receive = (path: string | undefined, headers: ReceivedSpan['headers'], body: Export) => {
    bodies.push(JSON.stringify(body));
    if (path === '/v1/traces')
      for (const { resource, scopeSpans } of body.resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: named(span.attributes),
            failed: span.status.code === 2,
            resource: named(resource.attributes),
            headers,
          });
  };
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    receive(req.url, req.headers, (await json(req)) as Export);
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const { url, close } = await listen((req, res) => void answer(req, res));
  return {
    url,
    spans,
    /** All that was received, as text. */
    text: () => bodies.join('\n'),
    close,
  };
}
