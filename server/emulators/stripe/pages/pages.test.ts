import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleCheckout, type SandboxBench, startSandboxBench } from '#tests/support/stripe.ts';

let bench: SandboxBench;
beforeEach(async () => {
  bench = await startSandboxBench();
});
afterEach(() => bench.close());

async function open(changes: object = {}): Promise<{ id: string; url: string }> {
  const { id, url } = await bench.stripe.checkout.sessions.create({ ...exampleCheckout, ...changes });
  return { id, url: url ?? '' };
}

const session = (id: string) => bench.stripe.checkout.sessions.retrieve(id);

async function read(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('cache-control')).toBe('no-store');
  // Prices contain non-breaking spaces.
  return (await response.text()).replaceAll(/[\u00a0\u202f]/g, ' ');
}

/** Submits the form whose action ends with `name`, like a browser without scripts; resolves to the redirect target. */
async function submit(url: string, name: string, fields: Record<string, string> = {}): Promise<string> {
  const form = new RegExp(`<form method="post" action="([^"]+/${name})"`).exec(await read(url));
  if (!form?.[1]) throw new Error(`the page has no form for ${name}`);
  const response = await fetch(new URL(form[1], url), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '', url).href;
}

test('the page names the sandbox, the package and its price, and contains no script', async () => {
  const { url } = await open();
  const text = await read(url);
  expect(text).toContain('<html lang="en">');
  expect(text).toContain('This is a sandbox. No money moves');
  expect(text).toContain('Heritage: 5 videos');
  expect(text).toContain('Pay €8.99');
  expect(text).toContain('href="http://localhost:3000/en/packages"');
  expect(text).toContain('<label for="code">');
  expect(text).not.toMatch(/<script|javascript:|\son\w+=/i);
});

test('the page is entirely in Italian for an Italian session', async () => {
  const { url } = await open({ locale: 'it' });
  const text = await read(url);
  expect(text).toContain('<html lang="it">');
  expect(text).toContain('Non si muove denaro');
  expect(text).toContain('Paga 8,99 €');
  const wrong = await read(await submit(url, 'code', { code: 'NO' }));
  expect(wrong).toContain('Questo codice non è valido.');
  expect(await read(await submit(url, 'decline'))).toContain('La tua carta è stata rifiutata.');
});

test('paying redirects to the success address with the session id', async () => {
  const { id, url } = await open();
  expect(await submit(url, 'pay')).toBe(`http://localhost:3000/en/create?session_id=${id}`);
  expect(await session(id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  await bench.sandbox.settled();
  expect(bench.received.map(({ type }) => type)).toContain('checkout.session.completed');
  const text = await read(url);
  expect(text).toContain('The payment is complete');
  expect(text).not.toContain('<form');
});

test('a second click on the pay button charges nothing more and redirects to the same address', async () => {
  const { id, url } = await open();
  const [first, second] = await Promise.all([submit(url, 'pay'), submit(url, 'pay')]);
  expect(second).toBe(first);
  const intent = (await session(id)).payment_intent as string;
  expect((await bench.stripe.charges.list({ payment_intent: intent })).data).toHaveLength(1);
});

test('a promotion code changes the total and can be removed, and a free order needs no payment', async () => {
  const { id, url } = await open();
  const applied = await read(await submit(url, 'code', { code: ' memori10 ' }));
  expect(applied).toContain('Discount (MEMORI10)');
  expect(applied).toContain('-€0.90');
  expect(applied).toContain('Pay €8.09');
  expect(applied).toContain('The code is applied.');
  const removed = await read(await submit(url, 'remove-code'));
  expect(removed).toContain('Pay €8.99');
  const free = await read(await submit(url, 'code', { code: 'free100' }));
  expect(free).toContain('Complete the order');
  expect(free).not.toContain('/decline"');
  await submit(url, 'pay');
  expect(await session(id)).toMatchObject({ payment_status: 'no_payment_required', amount_total: 0 });
});

test('an invalid code is marked at its field and kept there', async () => {
  const { url } = await open();
  const text = await read(await submit(url, 'code', { code: '"><b>x' }));
  expect(text).toContain('This code is invalid.');
  expect(text).toContain('aria-invalid="true"');
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;x"');
  expect(text).not.toContain('<b>x');
  expect(await read(await submit(url, 'code', { code: '  ' }))).toContain('Enter a promotion code first.');
});

test('a session without promotion codes has no field for them', async () => {
  const { url } = await open({ allow_promotion_codes: false });
  expect(await read(url)).not.toContain('name="code"');
});

test('a declined card stays on the page with a message, and the next try can succeed', async () => {
  const { id, url } = await open();
  const text = await read(await submit(url, 'decline'));
  expect(text).toContain('Your card was declined. Nothing was charged.');
  expect(text).toMatch(/<title>Declined/);
  expect(await session(id)).toMatchObject({ status: 'open' });
  await submit(url, 'pay');
  expect(await session(id)).toMatchObject({ payment_status: 'paid' });
});

test.each([
  ['arrive', 'paid', 'The payment is complete'],
  ['fail', 'unpaid', 'The payment failed'],
])('a slow payment stays pending until it is told to %s', async (name, status, heading) => {
  const { id, url } = await open();
  const waiting = await submit(url, 'later');
  expect(await session(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  const text = await read(waiting);
  expect(text).toContain('The payment is on its way');
  expect(text).toContain(`href="http://localhost:3000/en/create?session_id=${id}"`);
  expect(await read(await submit(waiting, name))).toContain(heading);
  expect(await session(id)).toMatchObject({ payment_status: status });
});

test('an expired session can’t be paid through any form', async () => {
  const { id, url } = await open();
  await bench.sandbox.actions.expire(id);
  expect(await read(url)).toContain('This checkout has expired');
  for (const name of ['pay', 'decline', 'later', 'code', 'remove-code', 'arrive', 'fail']) {
    const response = await fetch(`${url}/${name}`, { method: 'POST', redirect: 'manual' });
    expect(response.status).toBe(303);
  }
  expect(await session(id)).toMatchObject({ status: 'expired', payment_intent: null });
});

test('escapes text from product names and addresses', async () => {
  const name = `<img src=x onerror=alert(1)> & "quotes" 'too'`;
  const { url } = await open({
    line_items: [{ quantity: 2, price_data: { currency: 'eur', unit_amount: 1, product_data: { name } } }],
    cancel_url: 'http://localhost:3000/?a="><script>alert(1)</script>',
  });
  const text = await read(url);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quotes&quot; &#39;too&#39;');
  expect(text).not.toMatch(/<img|<script/);
  expect(text).toContain('Quantity: 2');
});

test('an unknown session is answered with 404', async () => {
  for (const path of [
    '/sandbox/stripe/pay/cs_test_nobody',
    '/sandbox/stripe/other',
    '/sandbox/stripe/pay/__proto__',
  ]) {
    const response = await fetch(bench.url + path, { headers: { 'Accept-Language': 'it' } });
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Questo pagamento non esiste');
  }
});

test('the page uses Memori’s colours for light and dark mode, and its fonts', async () => {
  const { url } = await open();
  const page = await read(url);
  const palette = readFileSync(`${import.meta.dirname}/../../../../client/src/ui/styles/palette.css`, 'utf8');
  const coloursOf = (css: string) =>
    css
      .split('prefers-color-scheme: dark')
      .map((scheme) =>
        [...scheme.matchAll(/(--[\w-]+): (#[\da-f]{6})/g)].map(([, ...pair]) => pair.join(' ')),
      );
  const [byDay = [], byNight = []] = coloursOf(palette);
  const [ownByDay = [], ownByNight = []] = coloursOf(page);
  expect(ownByDay.length).toBeGreaterThan(10);
  expect(byDay).toEqual(expect.arrayContaining(ownByDay));
  expect(byNight).toEqual(expect.arrayContaining(ownByNight));
  const fonts = [...page.matchAll(/url\((\/[^)]+\.woff2)\)/g)].map(([, path = '']) => path);
  expect(fonts).toHaveLength(2);
  for (const path of fonts) {
    const answer = await fetch(new URL(path, url));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  }
});
