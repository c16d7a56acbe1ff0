import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { errorResponse } from '../responses/error-response.ts';
import { clearStaleUploads, uploadFilename } from '#server/platform/files/stale-uploads.ts';
import { receiveFiles, uploadFormOf } from './upload.ts';

let dir: string;
let url: string;
const app = express();
app.locals['publicUrl'] = 'https://memori.example';
const server = createServer(app);

/** Resolved with each step of a request whose client leaves. */
let handled = Promise.withResolvers<unknown>();

/** Resolves when the last temporary file is gone. */
async function folderEmpty(): Promise<void> {
  const check = async () => {
    const names = await readdir(dir);
    if (names.length > 0) throw new Error(`still there: ${names.join(', ')}`);
  };
  await vi.waitFor(check, { timeout: 120_000 });
}

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'memori-upload-'));
  app.use((req, _res, next) => {
    req.log = { error: () => {} } as never;
    next();
  });
  app.post('/upload', receiveFiles({ uploadDir: dir }, { field: 'image' }), async (req, res) => {
    const form = await uploadFormOf(req);
    const entries = [
      ...form.texts,
      ...form.files.map(({ field, name, content }) => [field, [name, content.size]]),
    ];
    const head = (await form.files[0]?.content.slice(0, 5).text()) ?? null;
    res.json({ entries, head, files: (await readdir(dir)).length });
  });
  app.post('/fail', receiveFiles({ uploadDir: dir }, { field: 'image' }), () => {
    throw new Error('the handler fails');
  });
  app.post('/slow', receiveFiles({ uploadDir: dir }, { field: 'image' }), async (req, res) => {
    const form = await uploadFormOf(req);
    handled.resolve('started');
    await once(res, 'close');
    await folderEmpty();
    const image = form.files[0]?.content.text();
    handled.resolve(await image?.catch((error: unknown) => (error as Error).name));
  });
  app.use(errorResponse);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});
afterEach(async () => {
  // No test may leave files behind.
  await folderEmpty();
});

async function post(body: BodyInit, headers: Record<string, string> = {}, target = '/upload') {
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const response = await fetch(url + target, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function formOf(...entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

const photo = (size = 9, name = 'photo.jpg') => new File([Buffer.alloc(size, 'photo')], name);

/** A raw multipart body. */
function wire(...lines: string[]): string {
  return lines.join('\r\n');
}
const multipart = { 'content-type': 'multipart/form-data; boundary=B' };
const imageHead = 'Content-Disposition: form-data; name="image"; filename="photo.jpg"';

test('a photo and its fields arrive, using one temporary file', async () => {
  const form = formOf(['prompt', 'Wave, nonna 👵'], ['image', photo()], ['duration', '6']);
  expect(await post(form)).toEqual({
    status: 200,
    body: {
      entries: [
        ['prompt', 'Wave, nonna 👵'],
        ['duration', '6'],
        ['image', ['photo.jpg', 9]],
      ],
      head: 'photo',
      files: 1,
    },
  });
});

test.each(['così 👵.jpg', 'おばあちゃん.png', 'a "b" c.jpg', 'photo%22.jpg', 'ù'.repeat(200)])(
  'the name %j arrives',
  async (name) => {
    const { body } = await post(formOf(['image', photo(9, name)]));
    // Browsers encode a quote as %22; a literal %22 is indistinguishable from it.
    expect(body['entries']).toEqual([['image', [name.replaceAll('%22', '"'), 9]]]);
  },
);

describe('size', () => {
  const chunked = (size: number) => {
    const frame = [`--B\r\n${imageHead}\r\n\r\n`, '\r\n--B--\r\n'].map((text) => Buffer.from(text));
    return new ReadableStream({
      start(controller) {
        for (const part of [frame[0], Buffer.alloc(size, 'photo'), frame[1]]) controller.enqueue(part);
        controller.close();
      },
    });
  };

  test('20 MB pass', async () => {
    expect(await post(formOf(['image', photo(limits.photo.maxBytes)]))).toMatchObject({ status: 200 });
    expect(await post(chunked(limits.photo.maxBytes), multipart)).toMatchObject({ status: 200 });
  });

  test.each([1, 1_000_000])(
    '20 MB and %d bytes are refused, with or without a Content-Length',
    async (more) => {
      const refusal = {
        status: 413,
        body: {
          code: 'file_too_large',
          error: 'File size must be less than 20MB',
          doc: 'https://memori.example/api/docs#file_too_large',
        },
      };
      expect(await post(formOf(['image', photo(limits.photo.maxBytes + more)]))).toEqual(refusal);
      expect(await post(chunked(limits.photo.maxBytes + more), multipart)).toEqual(refusal);
    },
  );

  test('a prompt of 2,000 emoji passes, and a longer one gets its own error', async () => {
    expect(await post(formOf(['prompt', '👵'.repeat(2000)], ['image', photo()]))).toMatchObject({
      status: 200,
    });
    const tooLong = { status: 400, body: { code: 'prompt_too_long' } };
    expect(await post(formOf(['prompt', 'a'.repeat(100_000)], ['image', photo()]))).toMatchObject(tooLong);
  });
});

const refused: [string, BodyInit, Record<string, string>, number, string][] = [
  ['two photos', formOf(['image', photo()], ['image', photo()]), {}, 400, 'one_file_only'],
  ['a photo and another file', formOf(['image', photo()], ['other', photo()]), {}, 400, 'one_file_only'],
  ['a photo under another name', formOf(['photo', photo()]), {}, 400, 'no_file_selected'],
  [
    'fifteen fields, one more than the form has',
    formOf(...Array.from({ length: 15 }, (_each, index): [string, string] => [`f${index}`, ''])),
    {},
    400,
    'invalid_request',
  ],
  ['a field with brackets', formOf(['a[999999999]', 'x'], ['image', photo()]), {}, 400, 'invalid_request'],
  [
    'a field with an endless name',
    formOf(['a'.repeat(5000), 'x'], ['image', photo()]),
    {},
    400,
    'invalid_request',
  ],
  [
    'a field with an endless value',
    formOf(['duration', 'x'.repeat(100_000)], ['image', photo()]),
    {},
    400,
    'invalid_request',
  ],
  ['no boundary', 'x', { 'content-type': 'multipart/form-data' }, 400, 'upload_malformed'],
  [
    'another multipart type',
    wire('--B', imageHead, '', 'photo', '--B--', ''),
    { 'content-type': 'multipart/mixed; boundary=B' },
    400,
    'upload_malformed',
  ],
  ['nothing at all', '', multipart, 400, 'upload_malformed'],
  ['not a multipart body', 'photo photo photo', multipart, 400, 'upload_malformed'],
  [
    'another boundary than announced',
    wire('--C', imageHead, '', 'photo', '--C--', ''),
    multipart,
    400,
    'upload_malformed',
  ],
  ['no end', wire('--B', imageHead, '', 'photo'), multipart, 400, 'upload_malformed'],
  [
    'an end in the middle of the header',
    wire('--B', 'Content-Disposition: form-data; na'),
    multipart,
    400,
    'upload_malformed',
  ],
  [
    'a header that is none',
    wire('--B', 'this is no header', '', 'photo', '--B--', ''),
    multipart,
    400,
    'upload_malformed',
  ],
  [
    'a part without a name',
    wire('--B', 'Content-Disposition: form-data', '', 'photo', '--B--', ''),
    multipart,
    400,
    'upload_malformed',
  ],
  [
    'a header without end',
    wire('--B', `X: ${'x'.repeat(100_000)}`, '', 'photo', '--B--', ''),
    multipart,
    400,
    'upload_malformed',
  ],
];

test.each(refused)('%s', async (_case, body, headers, status, code) => {
  expect(await post(body, headers)).toMatchObject({ status, body: { code } });
});

test.each([
  ['JSON', '{"image":"x"}', { 'content-type': 'application/json' }],
  ['a bare JPEG', Buffer.from('ffd8ff', 'hex'), { 'content-type': 'image/jpeg' }],
  ['an empty multipart form', '--B--\r\n', multipart],
])('%s passes without a file', async (_case, body, headers) => {
  expect(await post(body, headers)).toMatchObject({ status: 200, body: { entries: [], files: 0 } });
});

test('a failing handler leaves no file', async () => {
  expect(await post(formOf(['image', photo()]), {}, '/fail')).toMatchObject({ status: 500 });
});

describe('an interrupted upload', () => {
  async function begin(target: string, body: string, announced: number) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const headers = [
      `POST ${target} HTTP/1.1`,
      'Host: x',
      'Content-Type: multipart/form-data; boundary=B',
      `Content-Length: ${announced}`,
    ];
    socket.write(wire(...headers, '', body));
    return socket;
  }

  test('in the middle of the photo: the partial file is removed, and the server keeps running', async () => {
    const socket = await begin('/upload', wire('--B', imageHead, '', 'photo'.repeat(30_000)), 10_000_000);
    await vi.waitFor(async () => expect(await readdir(dir)).toHaveLength(1), { timeout: 120_000 });
    socket.resetAndDestroy();
    await folderEmpty();
    expect(await post(formOf(['image', photo()]))).toMatchObject({ status: 200 });
  });

  test('before the photo has begun', async () => {
    const socket = await begin('/upload', '--B\r\nContent-Dispo', 10_000_000);
    await once(socket, 'connect');
    socket.end();
    socket.destroy();
    expect(await post(formOf(['image', photo()]))).toMatchObject({ status: 200 });
  });

  test('after the photo but before the response: the file is removed, and reading it fails', async () => {
    handled = Promise.withResolvers();
    const body = wire('--B', imageHead, '', 'photo', '--B--', '');
    const socket = await begin('/slow', body, body.length);
    expect(await handled.promise).toBe('started');
    handled = Promise.withResolvers();
    socket.resetAndDestroy();
    expect(await handled.promise).toBe('NotReadableError');
  });
});

test('removes files of dead processes, and keeps uploads in progress', async () => {
  const own = uploadFilename();
  const host = own.split('.')[0] ?? '';
  const ended = await endedProcess();
  const files = {
    [own]: 0,
    [`elsewhere.${ended}.aaaa`]: 0,
    [`${host}.${process.ppid}.bbbb`]: 0,
    [`${host}.${ended}.cccc`]: 0,
    [`${host}.${process.pid}.dddd`]: process.uptime() + 60,
    'elsewhere.1.eeee': 3700,
    'something-else': 3700,
  };
  for (const [name, age] of Object.entries(files)) {
    await writeFile(path.join(dir, name), '');
    const modified = Date.now() / 1000 - age;
    await utimes(path.join(dir, name), modified, modified);
  }
  await clearStaleUploads(dir);
  const left = await readdir(dir);
  expect(left.toSorted()).toEqual(Object.keys(files).slice(0, 3).toSorted());
  for (const name of left) await rm(path.join(dir, name));
  await clearStaleUploads(path.join(dir, 'not-there'));
});

/** The id of a process that has exited. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}
