import type { Request } from 'express';
import { z } from 'zod';
import { isPublic, scopeOf } from '#server/rpc/operation.ts';
import type { OperationMeta, Rest } from '#server/rpc/meta.ts';
import { uploadFormOf } from '../http/files/upload.ts';
import type { TaskStatus } from '#shared/status.ts';
import { callOperation } from '../trpc/router.ts';
import { sendEvents } from './event-stream.ts';
import { binary, type Call, json, type Operation, output, schemaOf } from './operation.ts';
import { waitForEnd } from './wait.ts';

/** A procedure as tRPC keeps it. */
export interface Procedure {
  readonly _def: {
    readonly type: 'query' | 'mutation' | 'subscription';
    readonly meta?: OperationMeta;
    readonly inputs: readonly z.ZodType[];
    readonly output?: z.ZodType;
  };
}

/** The REST operations of a router's procedures, in their order. */
export function deriveOperations(procedures: Readonly<Record<string, Procedure>>): Operation[] {
  return Object.entries(procedures).flatMap(([path, { _def }]) => {
    const rests = [_def.meta?.rest ?? []].flat();
    return rests.map((rest) => rowOf(path, _def, _def.meta as OperationMeta, rest));
  });
}

function rowOf(path: string, procedure: Procedure['_def'], meta: OperationMeta, rest: Rest): Operation {
  const { id, tag, method, errors, query, waits, links, headers, file, undocumented } = rest;
  const scope = scopeOf(meta);
  const body = bodyOf(procedure, rest);
  const schema = outputOf(procedure, rest);
  return {
    id,
    tag,
    method,
    path: rest.path,
    summary: rest.summary ?? meta.summary,
    signedIn: rest.signedIn ?? !isPublic(meta),
    ...(scope && { scope }),
    ...(body && { body }),
    ...(meta.admit && { admit: meta.admit }),
    ...(query && {
      query: Object.fromEntries(
        Object.entries(query).map(([field, { name = field, ...about }]) => [name, about]),
      ),
    }),
    ...(waits && { waits }),
    status: rest.status ?? 200,
    response: responseOf(procedure, rest),
    ...(schema && { output: schema }),
    ...(links && { links }),
    ...(headers && { headers }),
    ...(meta.access === 'link' && { byLink: true }),
    ...(file && { file: true }),
    ...(file?.sends && { sends: file.sends }),
    ...(undocumented && { undocumented }),
    errors,
    handle: (call) => handle(call, path, procedure, rest),
  };
}

/** The fields of the input that are in the path, by parameter. */
const paramsOf = ({ path, params = {} }: Rest): [name: string, field: string][] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, params[name] ?? name]);

function bodyOf({ inputs }: Procedure['_def'], rest: Rest): Operation['body'] {
  const { form, method, example } = rest;
  if (form) {
    const file = z.any().meta(binary);
    const files = form.files === undefined ? file : z.array(file).min(1).max(form.files);
    const field = form.file ?? 'image';
    return {
      type: 'multipart/form-data',
      schema: schemaOf(
        form.fields.extend({ [field]: files, ...(form.also && { [form.also]: file.optional() }) }),
        'input',
      ),
      field,
      ...(form.also && { also: form.also }),
      ...(example && { example }),
      ...(form.files !== undefined && { files: form.files }),
      ...(form.json && { json: schemaOf(form.json, 'input') }),
    };
  }
  const [input] = inputs;
  if (method === 'get' || !(input instanceof z.ZodObject)) return undefined;
  const elsewhere = [...paramsOf(rest).map(([, field]) => field), ...Object.keys(rest.fixed ?? {})];
  const mask = Object.fromEntries(elsewhere.map((field) => [field, true as const]));
  const body = elsewhere.length === 0 ? input : input.omit(mask as Record<string, never>);
  return Object.keys(body.shape).length === 0 ? undefined : json(body, example);
}

const outputOf = (procedure: Procedure['_def'], rest: Rest) => rest.output ?? procedure.output;

function responseOf(procedure: Procedure['_def'], rest: Rest): Operation['response'] {
  if (procedure.type === 'subscription') return { type: 'text/event-stream', schema: { type: 'string' } };
  if (rest.file) return { type: rest.file.type, schema: {} };
  const schema = outputOf(procedure, rest);
  if (!schema && rest.undocumented) return { type: 'application/json', schema: {} };
  if (!schema) throw new TypeError(`${rest.id} declares no output`);
  return output(schema, rest.result);
}

async function handle(
  call: Call,
  path: string,
  { type }: Procedure['_def'],
  rest: Rest,
): Promise<object | null> {
  const watch = path.replace(/[^.]+$/, 'watch');
  const input = await inputOf(call.req, rest);
  if (rest.waits && rest.method === 'get')
    await waitForEnd(
      call,
      async (caller) => (await callOperation(caller, watch, input)) as AsyncIterable<unknown>,
    );
  let result = await callOperation(call.caller, path, input);
  if (type === 'subscription') {
    await sendEvents(call.res, result as AsyncIterable<unknown>);
    return null;
  }
  if (rest.waits && rest.method !== 'get')
    result = { ...(result as object), ...(await statusAfterWait(call, path, result)) };
  const setHeader = (name: string, value: string): void => void call.res.set(name, value);
  return rest.respond ? rest.respond(result as never, { setHeader }) : (result as object);
}

/** The started job's status once it has ended or the wait is over; nothing if no wait was requested. */
async function statusAfterWait(call: Call, path: string, started: unknown): Promise<{ status?: TaskStatus }> {
  const of = (name: string) => path.replace(/[^.]+$/, name);
  const { taskId } = started as { taskId: string };
  const wait = waitForEnd(
    call,
    async (caller) => (await callOperation(caller, of('watch'), { taskId })) as AsyncIterable<unknown>,
  );
  // The task is accepted and paid, even if waiting fails; the token may lack the scope to read its progress.
  const hasWaited = await wait.catch(() => false);
  if (!hasWaited) return {};
  const read = callOperation(call.caller, of('status'), { taskId }) as Promise<{ status: TaskStatus }>;
  return read.then(({ status }) => ({ status })).catch(() => ({}));
}

/** The operation's input: its body or query, with what the path says. The operation's schema validates it. */
async function inputOf(req: Request, rest: Rest): Promise<unknown> {
  const params = paramsOf(rest).map(([name, field]) => [field, req.params[name]] as const);
  if (rest.form) {
    const form = await uploadFormOf(req);
    return params.length === 0 ? form : { form, ...Object.fromEntries(params) };
  }
  const sent: unknown = rest.method === 'get' ? queryOf(req, rest) : req.body;
  if (params.length === 0 && !rest.fixed) return sent;
  return { ...(sent as object | undefined), ...rest.fixed, ...Object.fromEntries(params) };
}

/** The query's parameters, under the names of the input's fields. */
function queryOf({ query: sent }: Request, { query = {} }: Rest): unknown {
  const renamed = Object.entries(query).filter(([field, { name = field }]) => name !== field);
  if (renamed.length === 0) return sent;
  return Object.fromEntries(Object.entries(query).map(([field, { name = field }]) => [field, sent[name]]));
}
