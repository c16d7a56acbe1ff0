import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PackageId } from '../../shared/packages.ts';

export interface Demo {
  /** Where Memori runs. */
  url: string;
  /** Paths of photos, each of which becomes a video; the account buys what they cost in the sandbox. */
  photos: readonly string[];
  album: { name: string; music: string };
  onStep?: (what: string) => void;
}

export interface DemoAccount {
  email: string;
  password: string;
  /** Task ids in the order of the photos. */
  videos: string[];
  mergeId: string;
}

const bought: PackageId = 'legacy';
/** Between two questions after something that takes seconds. */
const pause = 500;

/**
 * Lets a new customer do in a running Memori what customers do, over its REST paths: sign up, buy credits in the
 * sandbox, make videos of photos and an album of the videos. Pays nowhere but in the sandbox. Throws an Error that says
 * in one line what could not be done.
 */
export async function fillDemo({ url, photos, album, onStep = () => undefined }: Demo): Promise<DemoAccount> {
  const email = `demo-${randomUUID().slice(0, 8)}@example.com`;
  const password = randomUUID();
  onStep('Signing up');
  const customer = await signUp(url, email, password);
  onStep('Buying credits in the sandbox');
  await buyCredits(url, customer);
  const videos: string[] = [];
  for (const photo of photos) {
    onStep(`Making a video of ${basename(photo)}`);
    videos.push(await makeVideo(customer, photo));
  }
  onStep(`Making the album ${album.name}`);
  const mergeId = await makeAlbum(customer, videos, album);
  return { email, password, videos, mergeId };
}

/** Calls one of the paths with the customer's cookie; resolves with the answer's JSON. */
type Customer = <T>(path: string, body?: object | FormData) => Promise<T>;

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

async function signUp(url: string, email: string, password: string): Promise<Customer> {
  const response = await call(`${url}/api/auth/signup`, '', { email, password });
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return async <T>(path: string, body?: object | FormData) =>
    (await (await call(url + path, cookie, body)).json()) as T;
}

async function buyCredits(url: string, customer: Customer): Promise<void> {
  const checkout = { packageType: bought, language: 'en' };
  const page = (await customer<{ url: string }>('/api/credits/checkout', checkout)).url;
  if (!new URL(page).pathname.startsWith('/sandbox/')) {
    throw new Error('This Memori sells for money: the demo pays in the sandbox only.');
  }
  // The last answer leads back to the pages; where they stand does not matter here.
  const paid = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
  const back = new URL(paid.headers.get('location') ?? '', url);
  const session = back.searchParams.get('session_id') ?? '';
  await customer(`/api/checkout/success?session_id=${encodeURIComponent(session)}`);
}

async function makeVideo(customer: Customer, photo: string): Promise<string> {
  const form = new FormData();
  form.set('image', new File([await readFile(photo)], basename(photo)));
  const { taskId } = await customer<{ taskId: string }>('/api/video/generate', form);
  await ended(customer, `/api/video/status/${taskId}`, `The video of ${basename(photo)}`);
  return taskId;
}

async function makeAlbum(
  customer: Customer,
  videos: string[],
  { name, music }: Demo['album'],
): Promise<string> {
  const request = { videoIds: videos, albumName: name, musicTrack: music };
  const { mergeId } = await customer<{ mergeId: string }>('/api/video/merge', request);
  await ended(customer, `/api/video/merge/${mergeId}`, 'The album');
  return mergeId;
}

/** Resolves when what the path tells of has ended well; throws an Error if it has failed. */
async function ended(customer: Customer, path: string, what: string): Promise<void> {
  for (;;) {
    const { status, error } = await customer<{ status: string; error?: string }>(path);
    if (status === 'Success' || status === 'completed') return;
    if (status === 'Fail' || status === 'failed') throw new Error(`${what} failed: ${error}`);
    await delay(pause);
  }
}
