import type { Page } from '@playwright/test';
import { menuOf } from './support/card-menu.ts';
import type { Seeds } from './support/seeded.ts';
import { expect, expectSound, oneScreen, still, test } from './support/test.ts';

test.use({ ...still, timezoneId: 'Europe/Rome' });

const said = {
  en: {
    search: 'Search your videos',
    sort: 'Sort by',
    byTaken: 'Date taken',
    byName: 'Name',
    made: ['November 2026', 'October 2026'],
    taken: ['August 1987', 'June 1954', 'Date taken unknown'],
    query: 'october ZIA',
    found: '1 video found',
    nothing: 'Nothing found for “Atlantis”',
    showAll: 'Show all videos',
  },
  it: {
    search: 'Cerca tra i tuoi video',
    sort: 'Ordina per',
    byTaken: 'Data della foto',
    byName: 'Nome',
    made: ['Novembre 2026', 'Ottobre 2026'],
    taken: ['Agosto 1987', 'Giugno 1954', 'Data della foto sconosciuta'],
    query: 'ottobre ZIA',
    found: '1 video trovato',
    nothing: 'Nessun risultato per «Atlantis»',
    showAll: 'Mostra tutti i video',
  },
} as const;

const named = ['Nonna Rosa', 'Àncora', 'Zia Pia 10', 'Zia Pia 9', 'Biscotto'];

/** Thirteen videos: five of November, one of which was taken in 1987; the others of October, the last taken in 1954. */
async function fill(page: Page, { db, ...seeds }: Seeds): Promise<string[]> {
  const { taskIds } = await seeds.signIn(
    page,
    Array.from({ length: 13 }, () => 'light'),
  );
  for (const [index, id] of taskIds.entries()) {
    const createdAt = new Date(`2026-${index < 5 ? 11 : 10}-${28 - index}T10:00:00Z`);
    const name = index < 4 ? (named[index] ?? null) : index === 12 ? 'La zia Ada' : `Foto ${index}`;
    const takenOn = { 1: new Date('1987-08-03'), 12: new Date('1954-06-02') }[index] ?? null;
    await db.videoTask.update({ where: { id }, data: { createdAt, name, takenOn } });
  }
  return taskIds;
}

for (const language of ['en', 'it'] as const) {
  const words = said[language];

  test(
    `${language}: the gallery is put in order, which is remembered, and searched`,
    oneScreen(language),
    async ({ page, seeds }) => {
      await fill(page, seeds);
      await page.goto(`/${language}/create`);
      const gallery = page.locator('section[aria-labelledby=gallery-title]');
      const titles = gallery.locator('[data-card]').getByRole('heading');
      const months = gallery.getByRole('heading', { level: 3 });
      const order = gallery.getByLabel(words.sort);
      // Shown with a capital letter, which the text itself need not have.
      await expect(months).toHaveText(words.made, { ignoreCase: true });
      await expect(titles.nth(0)).toHaveText('Nonna Rosa');
      await expect(gallery.getByRole('list').first().getByRole('heading', { level: 4 })).toHaveCount(5);
      await expectSound(page);

      await order.selectOption(words.byTaken);
      await expect(months).toHaveText(words.taken, { ignoreCase: true });
      await expect(titles.nth(0)).toHaveText('Àncora');
      await expect(titles.nth(1)).toHaveText('La zia Ada');

      await order.selectOption(words.byName);
      await expect(gallery.getByRole('heading', { level: 4 })).toHaveCount(0);
      const byName = ['Àncora', ...[4, 5, 6, 7, 8, 9, 10, 11].map((each) => `Foto ${each}`)];
      await expect(titles).toHaveText([...byName, 'La zia Ada', 'Nonna Rosa', 'Zia Pia 9', 'Zia Pia 10']);
      await page.reload();
      await expect(order.locator('option:checked')).toHaveText(words.byName);
      await expect(titles.nth(0)).toHaveText('Àncora');

      const search = gallery.getByRole('searchbox', { name: words.search });
      await search.fill(words.query);
      await expect(gallery.getByText(words.found, { exact: true })).toBeVisible();
      await expect(titles).toHaveText(['La zia Ada']);
      await search.fill('Atlantis');
      await expect(gallery.getByRole('heading', { name: words.nothing })).toBeVisible();
      await expect(titles).toHaveCount(0);
      await expectSound(page);
      await gallery.getByRole('button', { name: words.showAll }).click();
      await expect(search).toBeFocused();
      await expect(search).toHaveValue('');
      await expect(titles).toHaveCount(13);
    },
  );
}

test('a card has three stops: its picture, its box, and a menu, which is used with keys', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  const [first = '', second = ''] = (await seeds.signIn(page, ['light', 'dark'])).taskIds;
  await seeds.db.videoTask.update({ where: { id: first }, data: { name: 'Nonna Rosa' } });
  await seeds.db.videoTask.update({ where: { id: second }, data: { name: 'Biscotto' } });
  await page.goto('/en/create');
  const card = page.locator(`[data-card="${first}"]`);
  const stops = card.locator('a[href], button, input, select, video[controls], [tabindex="0"]');
  await expect(card.locator('video')).toBeAttached();
  await expect(stops).toHaveCount(3);
  await card.getByRole('button', { name: 'View Nonna Rosa full screen' }).focus();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('checkbox', { name: 'Select Nonna Rosa' })).toBeFocused();
  await page.keyboard.press('Tab');
  const menu = card.getByRole('button', { name: 'More for Nonna Rosa' });
  await expect(menu).toBeFocused();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'View Biscotto full screen' })).toBeFocused();

  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'More for Nonna Rosa' })).toBeVisible();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveText(['Rename', 'Share', 'Download', 'Make it a gift', 'Play', 'Delete']);
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.nth(5)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(items).toHaveCount(0);
  await expect(menu).toBeFocused();

  // A dialog that was opened from it returns the focus there.
  await page.keyboard.press('Enter');
  await expect(items.nth(0)).toBeFocused();
  await items.nth(3).press('Enter');
  const gift = page.getByRole('dialog', { name: 'Make it a gift' });
  await expect(gift).toBeVisible();
  await expect.poll(() => gift.evaluate((each) => each.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(gift).toHaveCount(0);
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(items.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Nonna Rosa, 1931');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading', { name: 'Nonna Rosa, 1931' })).toBeVisible();
  await expect(menuOf(card)).toBeFocused();
});

test('two columns on a phone, in which nothing overflows', { tag: '@phone' }, async ({ page, seeds }) => {
  const { taskIds } = await seeds.signIn(page, ['running', 'failed', 'light', 'dark', 'light', 'dark']);
  const names = ['Gli zii Guglielmina e Bartolomeo al mare', 'Donaudampfschifffahrtsgesellschaft'];
  for (const [index, name] of names.entries())
    await seeds.db.videoTask.update({ where: { id: taskIds[index + 2] ?? '' }, data: { name } });
  await page.goto('/en/create');
  const cards = page.locator('section[aria-labelledby=gallery-title] [data-card]');
  await expect(cards).toHaveCount(6);
  const boxes = await cards.evaluateAll((all) =>
    all.map((each) => {
      const { left, top } = each.getBoundingClientRect();
      return { left: Math.round(left), top: Math.round(top), fits: each.scrollWidth <= each.clientWidth };
    }),
  );
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(2);
  for (const row of [0, 2, 4]) expect(boxes[row]?.top).toBe(boxes[row + 1]?.top);
  expect(boxes.every(({ fits }) => fits)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await cards.nth(3).scrollIntoViewIfNeeded();
  await menuOf(cards.nth(3)).click();
  for (const item of await page.getByRole('menuitem').all()) {
    const box = await item.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
});
