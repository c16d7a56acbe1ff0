import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { PackageId } from '#shared/packages.ts';
import { type Customer, makeAlbum, makeVideo, signUp } from '../lib/customer.ts';

export interface Demo {
  /** The URL of the running Memori. */
  url: string;
  /** Paths of photos, each of which becomes a video; the account buys the credits for them in the sandbox. */
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

/**
 * Signs up a customer in a running Memori over its REST API, buys credits in the sandbox, makes videos of photos and an
 * album of the videos. Never makes a real payment. Throws an Error with a one-line message if a step fails.
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

async function buyCredits(url: string, customer: Customer): Promise<void> {
  const checkout = { packageType: bought, language: 'en' };
  const page = (await customer.call<{ url: string }>('/api/credits/checkout', checkout)).url;
  if (!new URL(page).pathname.startsWith('/sandbox/')) {
    throw new Error('This Memori sells for money: the demo pays in the sandbox only.');
  }
  // The last response redirects to the pages, whose address does not matter here.
  const paid = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
  const back = new URL(paid.headers.get('location') ?? '', url);
  const session = back.searchParams.get('session_id') ?? '';
  await customer.call(`/api/checkout/success?session_id=${encodeURIComponent(session)}`);
}
