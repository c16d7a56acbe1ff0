import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { packageOf } from '#shared/packages.ts';
import { portrait } from '../support/photos.ts';
import type { SandboxBench } from '../support/stripe.ts';
import { until } from './waiting.ts';

/** The server for the next call: always the same one, or several in turn. */
export type Front = () => string;

const password = 'a customer of long standing';
const bought = 'heritage';

/** A user of the REST API, of either release, who remembers what must stay true. */
export interface Customer {
  /** Uses all main features: video, purchase, album. */
  useIt(front: Front): Promise<void>;
  /** Gets the purchase refunded, and loses the credits that are left of it. */
  haveMoneyBack(front: Front): Promise<void>;
  /** Everything that is missing or changed, as text. */
  missing(front: Front): Promise<string[]>;
}

type Json = Record<string, unknown>;

/** Signs up at `front`. */
export async function newCustomer(front: Front, { sandbox, stripe }: SandboxBench): Promise<Customer> {
  const email = `${randomUUID()}@example.com`;
  let cookie = '';
  let credits = 0;
  let session = '';
  const videos: string[] = [];
  const albums: string[] = [];

  async function call(at: Front, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Json> {
    const isForm = body instanceof FormData;
    const request = {
      method,
      headers: { cookie, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    };
    let response = await fetch(at() + path, request);
    while (method === 'GET' && response.status === 503) {
      await response.body?.cancel();
      await delay(Number(response.headers.get('retry-after')) * 1000);
      response = await fetch(at() + path, request);
    }
    const [set] = response.headers.getSetCookie();
    if (set) cookie = set.split(';', 1)[0] ?? '';
    const answer = (await response.json()) as Json;
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }
  const balance = async (at: Front) => (await call(at, '/api/credits/balance'))['credits'];
  async function ended(at: Front, path: string): Promise<Json> {
    let answer: Json = {};
    const isEnded = async () => {
      answer = await call(at, path);
      return ['Success', 'Fail', 'completed', 'failed'].includes(String(answer['status']));
    };
    await until(`${path} has ended`, isEnded, { interval: 250 });
    return answer;
  }
  /** The number of bytes behind an address from a response, requested at `at`. */
  async function bytesOf(at: Front, address: unknown): Promise<number> {
    const { pathname, search } = new URL(String(address));
    const response = await fetch(at() + pathname + search, { headers: { cookie } });
    return response.ok ? (await response.arrayBuffer()).byteLength : 0;
  }

  await call(front, '/api/auth/signup', { email, password });
  credits = 1;

  async function makeVideo(at: Front): Promise<void> {
    const form = new FormData();
    form.set('image', new File([Uint8Array.from(await portrait())], 'nonna.jpg'));
    const taskId = String((await call(at, '/api/video/generate', form))['taskId']);
    expect(await ended(at, `/api/video/status/${taskId}`)).toMatchObject({
      status: 'Success',
      progress: 100,
    });
    credits -= 1;
    videos.push(taskId);
  }

  async function buy(at: Front): Promise<void> {
    const { url } = await call(at, '/api/credits/checkout', { packageType: bought, language: 'en' });
    session = /cs_test_\w+/.exec(String(url))?.[0] ?? '';
    await sandbox.actions.pay(session);
    credits += packageOf(bought).credits;
    expect(await call(at, `/api/checkout/success?session_id=${session}`)).toMatchObject({
      success: true,
      credits,
    });
  }

  async function makeAlbum(at: Front): Promise<void> {
    const request = { videoIds: videos.slice(-2), albumName: 'Nonna', musicTrack: 'none' };
    const mergeId = String((await call(at, '/api/video/merge', request))['mergeId']);
    expect(await ended(at, `/api/video/merge/${mergeId}`)).toMatchObject({ status: 'completed' });
    albums.push(mergeId);
  }

  return {
    async useIt(at) {
      await makeVideo(at);
      await buy(at);
      await makeVideo(at);
      await makeAlbum(at);
      await call(at, '/api/auth/logout', {});
      await call(at, '/api/auth/login', { email, password });
    },

    async haveMoneyBack(at) {
      const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session);
      await sandbox.actions.refund(typeof intent === 'string' ? intent : '');
      credits -= Math.min(credits, packageOf(bought).credits);
      await until(`${email} has ${credits} credits`, async () => (await balance(at)) === credits);
    },

    async missing(at) {
      const faults: string[] = [];
      const held = await balance(at);
      if (held !== credits) faults.push(`${email} has ${String(held)} credits instead of ${credits}`);
      const tasks = (await call(at, '/api/video/tasks')) as unknown as { taskId: string; status: string }[];
      const listed = tasks.map(({ taskId, status }) => `${taskId} ${status}`);
      for (const id of videos) {
        if (!listed.includes(`${id} Success`)) faults.push(`the video ${id} is not listed as made`);
        const { downloadUrl } = await call(at, `/api/video/download/${id}`);
        if ((await bytesOf(at, downloadUrl)) < 10_000) faults.push(`the video ${id} can't be downloaded`);
      }
      for (const id of albums) {
        const { outputUrl } = await call(at, `/api/video/merge/${id}`);
        if ((await bytesOf(at, outputUrl)) < 10_000) faults.push(`the album ${id} can't be seen`);
      }
      return faults;
    },
  };
}
