import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import type { PurchaseEntry } from '#shared/schemas/purchases.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { beginTerms } from './purchasing/checkout.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: true, settings: { PRICE_NOTE: 'it: Regime forfettario, senza IVA' } });
});
afterAll(() => shop.close());

async function buy(visitor: Visitor, language: string, promotionCode?: string): Promise<string> {
  const response = await visitor.post('/api/credits/checkout', { packageType: 'legacy', language });
  const sessionId = /cs_test_\w+/.exec(((await response.json()) as { url: string }).url)?.[0] ?? '';
  await shop.sandbox.actions.pay(sessionId, promotionCode === undefined ? {} : { promotionCode });
  await shop.confirm(visitor, sessionId);
  return sessionId;
}

async function listOf(visitor: Visitor): Promise<PurchaseEntry[]> {
  const response = await visitor.get('/api/trpc/purchases.list');
  return ((await response.json()) as { result: { data: PurchaseEntry[] } }).result.data;
}

const verify = ({ userId }: Visitor) =>
  shop.deps.db.user.update({ where: { id: userId }, data: { verifiedAt: new Date() } });

test('a receipt is mailed once, in the language of the checkout, and can be opened again', async () => {
  const visitor = await shop.newVisitor();
  await verify(visitor);
  const sessionId = await buy(visitor, 'it', 'MEMORI10');
  for (const event of shop.eventsOf(sessionId)) await shop.deliver(event);
  const purchase = await shop.deps.db.purchase.findUniqueOrThrow({ where: { sessionId } });
  expect(purchase).toMatchObject({ beginTerms, priceNote: 'Regime forfettario, senza IVA' });
  const number = `${new Date().getUTCFullYear()}-${String(purchase.receiptNumber).padStart(6, '0')}`;

  const mail = await mailTo(shop.dataDir, visitor.email, `Ricevuta ${number}`);
  for (const fact of [
    `Numero: ${number}`,
    `Acquirente: ${visitor.email}`,
    'Acquisto: Collezione di famiglia, 15 crediti',
    'Prezzo: 24,99\u00a0€',
    'Pagato: 22,49\u00a0€',
    'IVA: Regime forfettario, senza IVA',
    'Al momento del pagamento ci hai chiesto di iniziare subito',
    'puoi recedere dal contratto',
  ])
    expect(mail.text).toContain(fact);

  const [entry] = await listOf(visitor);
  expect(entry).toMatchObject({
    id: sessionId,
    number,
    packageId: 'legacy',
    credits: 15,
    amountPaid: 2249,
    amountReturned: 0,
    state: 'paid',
    priceNote: 'Regime forfettario, senza IVA',
  });
  const page = await visitor.get(`/api/purchases/${sessionId}/receipt?language=en`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).toContain('Legacy Collection, 15 credits');
  const stranger = await shop.newVisitor();
  expect((await stranger.get(`/api/purchases/${sessionId}/receipt`)).status).toBe(404);
  expect((await fetch(`${shop.url}/api/purchases/${sessionId}/receipt`)).status).toBe(401);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId), 1000);
  await shop.sandbox.settled();
  expect((await listOf(visitor))[0]).toMatchObject({ state: 'partly_refunded', amountReturned: 1000 });
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect((await listOf(visitor))[0]).toMatchObject({ state: 'refunded', amountReturned: 2249 });
  expect(
    (await mailsTo(shop.dataDir, visitor.email)).filter((each) => each.subject === mail.subject),
  ).toHaveLength(1);
});

test('a receipt is held until the address is verified', async () => {
  const visitor = await shop.newVisitor();
  const sessionId = await buy(visitor, 'en');
  const held = () => shop.deps.db.heldMail.count({ where: { taskId: sessionId, queue: 'purchase-mail' } });
  await expect.poll(held).toBe(1);
  const link = await mailTo(shop.dataDir, visitor.email, 'Is this your address?');
  const token = /#([\w-]{43})/.exec(link.text ?? '')?.[1];
  expect((await visitor.post('/api/auth/verify', { token })).status).toBe(200);
  const [entry] = await listOf(visitor);
  const mail = await mailTo(shop.dataDir, visitor.email, `Receipt ${entry?.number}`);
  expect(mail.text).toContain('Paid: €24.99');
  expect(mail.text).toContain('VAT: VAT included');
});

test('receipt numbers rise and are unique', async () => {
  const visitor = await shop.newVisitor();
  for (let each = 0; each < 3; each += 1) await buy(visitor, 'en');
  const numbers = (await listOf(visitor)).map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted().toReversed());
  expect(new Set(numbers).size).toBe(3);
});

test('the terms accepted by paying are shown at the button, and changing them needs a new version', async () => {
  const visitor = await shop.newVisitor();
  const response = await visitor.post('/api/credits/checkout', { packageType: 'legacy', language: 'it' });
  const { url } = (await response.json()) as { url: string };
  const page = await (await fetch(url)).text();
  expect(page).toContain('Regime forfettario, senza IVA');
  expect(page).toContain('Pagando chiedo a Memori di accreditare subito i crediti.');
  expect([beginTerms, serverTexts.en.purchase.begin, serverTexts.it.purchase.begin]).toEqual([
    '2026-11-26',
    'By paying I ask Memori to add the credits at once. For 14 days I can withdraw from the contract and get the credits that I have not used back as money; what I have used has been provided by then. Earlier videos that are seen or saved without the watermark thanks to this purchase count as used, one credit each.',
    'Pagando chiedo a Memori di accreditare subito i crediti. Per 14 giorni posso recedere dal contratto e riavere in denaro i crediti che non ho usato; quelli usati sono un servizio già fornito. I video di prima che vengono visti o salvati senza filigrana grazie a questo acquisto contano come usati, un credito ciascuno.',
  ]);
});
