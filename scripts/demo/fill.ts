import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { PackageId } from '../../shared/packages.ts';
import { type Customer, makeAlbum, makeVideo, signUp } from '../lib/customer.ts';

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

async function buyCredits(url: string, customer: Customer): Promise<void> {
  const checkout = { packageType: bought, language: 'en' };
  const page = (await customer.call<{ url: string }>('/api/credits/checkout', checkout)).url;
  if (!new URL(page).pathname.startsWith('/sandbox/')) {
    throw new Error('This Memori sells for money: the demo pays in the sandbox only.');
  }
  // The last answer leads back to the pages; where they stand does not matter here.
  const paid = await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' });
  const back = new URL(paid.headers.get('location') ?? '', url);
  const session = back.searchParams.get('session_id') ?? '';
  await customer.call(`/api/checkout/success?session_id=${encodeURIComponent(session)}`);
}
