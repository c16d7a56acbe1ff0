import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { operations } from '#server/transport/rest/operations.ts';
import { errorsOf } from '#server/transport/rest/document/errors.ts';

export interface Call {
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a string or a form. */
  body?: unknown;
  method?: 'HEAD';
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Documented {
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}

/** Checks a server against its documentation: every response to `call` is validated. */
export interface Contract {
  /** Calls an operation by its id. Throws if the response is undocumented, or differs from the document. */
  call(operationId: string, call?: Call): Promise<Answer>;
  /** Documented responses not seen so far: `operation status` for success, and `operation code` for errors. */
  unseen(): string[];
}

/** Checks the server at `url` against the document that it serves itself; `seen` is shared with other contracts. */
export async function openContract(url: string, seen = new Set<string>()): Promise<Contract> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, Documented> }>>;
  };
  const ajv = new Ajv.Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');

  function check(what: string, pointer: string[], value: unknown): void {
    const escaped = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = ajv.getSchema(`api#/${escaped.join('/')}`);
    if (!validate) throw new Error(`${what}: there is no schema`);
    if (!validate(value))
      throw new Error(`${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
  }

  async function call(operationId: string, { params = {}, query, headers = {}, body, method }: Call = {}) {
    const operation = operations.find(({ id }) => id === operationId);
    if (!operation) throw new Error(`There is no ${operationId}`);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'a'.repeat(32));
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`${url}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method: method ?? operation.method.toUpperCase(),
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined
        ? {}
        : { body: isJson && typeof body !== 'string' ? JSON.stringify(body) : body }),
    });
    const { status } = response;
    const what = `${operationId} ${status}`;
    const bytes = Buffer.from(await response.arrayBuffer());
    const documented = document.paths[operation.path]?.[operation.method]?.responses[status];
    if (!documented) throw new Error(`${what} is not documented: ${bytes.toString().slice(0, 300)}`);
    const pointer = ['paths', operation.path, operation.method, 'responses', String(status)];
    for (const [name, { required }] of Object.entries(documented.headers ?? {})) {
      const value = response.headers.get(name);
      if (value === null && required) throw new Error(`${what}: there is no ${name}`);
      if (value !== null) check(`${what} ${name}`, [...pointer, 'headers', name, 'schema'], value);
    }
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const isEmpty = bytes.length === 0 && (!documented.content || method === 'HEAD');
    if (!isEmpty && !documented.content?.[type]) throw new Error(`${what}: ${type} is not documented`);
    const answer: Record<string, unknown> =
      type.endsWith('json') && !isEmpty ? JSON.parse(bytes.toString()) : {};
    if (type.endsWith('json') && !isEmpty) check(what, [...pointer, 'content', type, 'schema'], answer);
    seen.add(status >= 400 && status !== 416 ? `${operationId} ${String(answer['code'])}` : what);
    return { status, headers: response.headers, body: answer };
  }

  return {
    call,
    unseen: () =>
      operations
        .flatMap((operation) => [
          `${operation.id} ${operation.status}`,
          ...(operation.sends ? [`${operation.id} 304`] : []),
          ...(operation.sends === 'byte-ranges' ? [`${operation.id} 206`, `${operation.id} 416`] : []),
          ...errorsOf(operation).map((code) => `${operation.id} ${code}`),
        ])
        .filter((each) => !seen.has(each)),
  };
}
