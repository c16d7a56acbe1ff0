/** Upload progress: the share of the request body that has been sent, from 0 to 1. */
export type OnUpload = (share: number) => void;

interface Upload {
  readonly url: string;
  readonly headers: Headers;
  readonly form: FormData;
  readonly onUpload: OnUpload | undefined;
  readonly signal: AbortSignal | null;
  readonly fetch: typeof fetch;
}

/**
 * Posts a form and reports upload progress. Browsers measure it themselves (XMLHttpRequest). Node, Deno and Bun pull
 * the body in chunks as the connection accepts them, so the figure is what was handed to the system, slightly ahead of
 * what has arrived. Elsewhere, such as in service workers, progress is reported only at the end. Rejects as `fetch`
 * does.
 */
export async function postForm(upload: Upload): Promise<Response> {
  const { url, headers, form, onUpload, signal } = upload;
  if (!onUpload) return upload.fetch(url, { method: 'POST', headers, body: form, signal });
  if (typeof XMLHttpRequest !== 'undefined') return postByXhr(upload, onUpload);
  const streams = 'process' in globalThis || 'Deno' in globalThis;
  const response = await (streams
    ? postInPieces(upload, onUpload)
    : upload.fetch(url, { method: 'POST', headers, body: form, signal }));
  onUpload(1);
  return response;
}

function postByXhr({ url, headers, form, signal }: Upload, onUpload: OnUpload): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    request.open('POST', url);
    request.responseType = 'blob';
    for (const [name, value] of headers) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onUpload(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(asResponse(request));
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(signal?.reason as Error);
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop, { once: true });
    request.send(form);
  });
}

function asResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}

/** Streams have no known length, so each chunk is counted as the connection pulls it. */
async function postInPieces({ url, headers, form, signal, fetch }: Upload, onUpload: OnUpload) {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const body = await encoded.blob();
  let sent = 0;
  const counted = body.stream().pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        sent += piece.byteLength;
        onUpload(sent / body.size);
        controller.enqueue(piece);
      },
    }),
  );
  const whole = new Headers(headers);
  whole.set('content-type', type);
  // Lets the server reject an oversized body immediately; runtimes that forbid this header send the body without a
  // length.
  whole.set('content-length', String(body.size));
  const init = { method: 'POST', headers: whole, body: counted, signal, duplex: 'half' };
  return fetch(url, init);
}
