import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The polling interval for operations that take seconds. */
const pause = 500;

/** A signed-in user. */
export interface Customer {
  id: string;
  /** The value for the header of that name. */
  cookie: string;
  /** Requests a path, or posts a body to it; resolves with the response's JSON, throws an Error if it is refused. */
  call<T>(path: string, body?: object | FormData): Promise<T>;
}

async function call(address: string, cookie: string, body?: object | FormData): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData);
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie, ...(json ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { error?: string };
  throw new Error(`${new URL(address).pathname} answered ${response.status}${error ? `: ${error}` : ''}`);
}

/** Signs up a user in the Memori at `url`. Throws an Error with a one-line message if it is refused. */
export async function signUp(url: string, email: string, password: string): Promise<Customer> {
  const response = await call(`${url}/api/auth/signup`, '', { email, password });
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return {
    id: user.id,
    cookie,
    call: async <T>(path: string, body?: object | FormData) =>
      (await (await call(url + path, cookie, body)).json()) as T,
  };
}

/** Sends the photo at that path to be animated. Returns the task's id. */
export async function sendPhoto(customer: Customer, photo: string): Promise<string> {
  const form = new FormData();
  form.set('image', new File([await readFile(photo)], basename(photo)));
  return (await customer.call<{ taskId: string }>('/api/video/generate', form)).taskId;
}

/** Animates the photo at that path, and waits for the video. Returns the task's id; throws an Error if it fails. */
export async function makeVideo(customer: Customer, photo: string): Promise<string> {
  const taskId = await sendPhoto(customer, photo);
  await ended(customer, `/api/video/status/${taskId}`, `The video of ${basename(photo)}`);
  return taskId;
}

/** Makes an album of those videos, and waits for it. Returns its id; throws an Error if it fails. */
export async function makeAlbum(
  customer: Customer,
  videos: string[],
  { name, music }: { name: string; music: string },
): Promise<string> {
  const request = { videoIds: videos, albumName: name, musicTrack: music };
  const { mergeId } = await customer.call<{ mergeId: string }>('/api/video/merge', request);
  await ended(customer, `/api/video/merge/${mergeId}`, 'The album');
  return mergeId;
}

/** Polls the status path until the work has succeeded; throws an Error if it has failed. */
async function ended(customer: Customer, path: string, what: string): Promise<void> {
  for (;;) {
    const { status, error } = await customer.call<{ status: string; error?: string }>(path);
    if (status === 'Success' || status === 'completed') return;
    if (status === 'Fail' || status === 'failed') throw new Error(`${what} failed: ${error}`);
    await delay(pause);
  }
}
