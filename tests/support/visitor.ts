import { randomUUID } from 'node:crypto';
import type { TaskProgress } from '#shared/schemas/video.ts';
import { isFinal } from '#shared/status.ts';
import { getProgress } from '#server/features/generation/tasks.ts';
import { watchProgress } from '#server/features/generation/watch-task.ts';
import type { TestServer } from './server.ts';

/** A user with a cookie jar who calls the REST API, as an integrator would. */
export interface Visitor {
  email: string;
  userId: string;
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  patch(path: string, body: unknown): Promise<Response>;
  delete(path: string): Promise<Response>;
  /** Uploads a photo under a file name, with additional form fields. */
  generate(
    photo: Uint8Array,
    options?: { filename?: string; fields?: Record<string, string>; headers?: Record<string, string> },
  ): Promise<Response>;
  credits(): Promise<number>;
}

export const password = 'correct horse';

/** Signs up a new account at `url`. */
export async function newVisitor(url: string, email = `${randomUUID()}@example.com`): Promise<Visitor> {
  const response = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (response.status !== 201)
    throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return visitor(url, { email, userId: user.id, cookie });
}

function visitor(url: string, who: { email: string; userId: string; cookie: string }): Visitor {
  const get: Visitor['get'] = (path, headers = {}) =>
    fetch(url + path, { headers: { cookie: who.cookie, ...headers } });
  return {
    ...who,
    get,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { cookie: who.cookie, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    patch: (path, body) =>
      fetch(url + path, {
        method: 'PATCH',
        headers: { cookie: who.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    delete: (path) => fetch(url + path, { method: 'DELETE', headers: { cookie: who.cookie } }),
    generate(photo, { filename = 'photo.jpg', fields = {}, headers = {} } = {}) {
      const form = new FormData();
      form.set('image', new File([Uint8Array.from(photo)], filename, { type: 'image/jpeg' }));
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return fetch(`${url}/api/video/generate`, {
        method: 'POST',
        headers: { cookie: who.cookie, ...headers },
        body: form,
      });
    },
    async credits() {
      return ((await (await get('/api/credits/balance')).json()) as { credits: number }).credits;
    },
  };
}

/** Follows a task's events until `until` holds (by default, until its end); returns all of them. */
export async function followTask(
  { deps }: TestServer,
  userId: string,
  taskId: string,
  until: (progress: TaskProgress) => boolean = ({ status }) => isFinal(status),
): Promise<TaskProgress[]> {
  const updates: TaskProgress[] = [];
  for await (const progress of watchProgress(deps, userId, taskId)) {
    updates.push(progress);
    if (until(progress)) return updates;
  }
  updates.push(await getProgress(deps.db, userId, taskId));
  return updates;
}
