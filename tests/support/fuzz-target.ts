import type { FuzzTarget } from './api-fuzz.ts';
import { openContract } from './contract.ts';
import { openShop } from './shop.ts';
import { newVisitor } from './visitor.ts';

/** A Memori for random calls: without a session, by a user, and with the user's token. */
export async function openFuzzTarget(): Promise<FuzzTarget & { close(): Promise<void> }> {
  const shop = await openShop({ settings: { TRUST_PROXY: '1' } });
  const programs = await Promise.all(Array.from({ length: 10 }, () => newProgram(shop.url)));
  const headersOf: FuzzTarget['headersOf'] = (caller, place) => {
    const program = programs[place % programs.length];
    return {
      'x-forwarded-for': `198.18.${Math.floor(place / 250)}.${place % 250}`,
      ...(caller === 'owner' && program ? { cookie: program.cookie } : {}),
      ...(caller === 'token' && program ? { authorization: `Bearer ${program.token}` } : {}),
    };
  };
  const contract = await openContract(shop.url);
  return { contract, url: shop.url, headersOf, close: () => shop.close() };
}

async function newProgram(url: string): Promise<{ cookie: string; token: string }> {
  const visitor = await newVisitor(url);
  const made = await visitor.post('/api/tokens', {
    name: 'Fuzz',
    scopes: ['read', 'generate', 'albums', 'manage'],
  });
  return { cookie: visitor.cookie, token: ((await made.json()) as { token: string }).token };
}
