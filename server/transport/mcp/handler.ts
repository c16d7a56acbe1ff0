import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Request as Incoming, RequestHandler, Response as Reply } from 'express';
import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import type { Deps } from '#server/composition/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { withAbsoluteUrls } from '#server/rpc/absolute-urls.ts';
import { errorCodeOf } from '#server/rpc/error-code.ts';
import { readJson } from '../http/middleware/read-json.ts';
import { documentedError } from '../http/responses/problem.ts';
import { createContext } from '../trpc/context.ts';
import { type Caller, callOperation, createCaller } from '../trpc/router.ts';
import { type Tool, tools } from './tools.ts';

const instructions = `Memori turns a photo into a short animated video (about six seconds), and joins finished videos into one film with music.
A video costs one credit and takes a while: call video_generate with the URL of a photo, then video_status until it is Success or Fail, then video_download.
Before spending credits, ask the person you work for; video_estimate and video_preview cost nothing.`;

/**
 * The MCP server (Model Context Protocol, Streamable HTTP, stateless): the operations that agents may call, as tools, for
 * callers with a token. Their scopes, limits, prices and errors are those of the API.
 */
export function mcpHandler(deps: Deps): RequestHandler {
  return async (req, res) => {
    const hungUp = new AbortController();
    res.once('close', () => hungUp.abort());
    const context = await createContext(deps, req, res);
    const { auth } = context;
    // A cookie is sent by pages of others, too: only a token shows what its bearer means.
    if (auth?.by !== 'token') throw new AppError('not_signed_in');
    if (req.method === 'POST') await readJson(req, res);
    const caller = createCaller(context, { signal: hungUp.signal });
    const offered = tools.filter(({ scope }) => auth.scopes.includes(scope));
    const handler = createMcpHandler(() => serverFor(offered, caller, deps), {
      // Nothing here changes while a client listens.
      maxSubscriptions: 0,
    });
    try {
      const answer = await handler.fetch(webRequestOf(req, deps.publicUrl, hungUp.signal), {
        parsedBody: req.body as unknown,
      });
      await send(answer, res);
    } finally {
      await handler.close();
    }
  };
}

function serverFor(offered: readonly Tool[], caller: Caller, deps: Deps): McpServer {
  const mcp = new McpServer(
    { name: 'memori', title: 'Memori', version: '1' },
    { capabilities: { tools: {} }, instructions },
  );
  // Below its tools, whose inputs it would judge itself: ours are judged by the operations, with the API's codes.
  const { server } = mcp;
  server.setRequestHandler('tools/list', () => ({
    tools: offered.map(({ name, description, inputSchema, changes }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = offered.find(({ name }) => name === params.name);
    if (!tool) return failed('not_found', deps);
    try {
      const result = await callOperation(caller, tool.path, params.arguments ?? {});
      return answered(withAbsoluteUrls(tool.output, result, deps.publicUrl));
    } catch (error) {
      const code = errorCodeOf(error);
      if (errorCatalogue[code].status >= 500)
        deps.logger.error({ err: error, tool: tool.name }, 'tool failed');
      return failed(code, deps);
    }
  });
  return mcp;
}

const answered = (result: unknown) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(result) }],
});

/** A refusal, as the API would send it: the agent can read why, and what to do. */
function failed(code: ErrorCode, { publicUrl }: Pick<Deps, 'publicUrl'>) {
  return { ...answered(documentedError(code, publicUrl)), isError: true };
}

/** The request without its body, which has been read. */
function webRequestOf(req: Incoming, publicUrl: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = req.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(new URL(req.originalUrl, publicUrl), { method: req.method, headers, signal });
}

async function send(answer: Response, res: Reply): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) if (!res.hasHeader(name)) res.setHeader(name, value);
  if (!answer.body) {
    res.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), res);
}
