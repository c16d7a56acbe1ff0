import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listen } from '#server/emulators/lib/listen.ts';

/** A received span, in OTLP's JSON encoding. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  /** The resource attributes of the sender. */
  resource: Record<string, string | number | boolean>;
  /** The headers of the request. */
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

/** A fake OpenTelemetry collector that stores what it receives. */
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
    /** Everything received, as text. */
    text: () => bodies.join('\n'),
    close,
  };
}
