import type { Page } from '@playwright/test';
import { portrait } from '../support/photos.ts';
import { choosePhoto, expect, made, signUp, still, test, texts } from './support/test.ts';

test.use(still);

/** Puts elements around every text, whenever the page shows one, as browsers do that translate it. */
async function translate(page: Page) {
  await page.addInitScript(() => {
    const keep = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'TITLE']);
    const done = new WeakSet<Node>();
    const wrap = (root: Node) => {
      const texts: Node[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) texts.push(text);
      if (root.nodeType === Node.TEXT_NODE) texts.push(root);
      for (const text of texts) {
        const parent = text.parentElement;
        if (!parent?.isConnected || keep.has(parent.tagName) || done.has(text)) continue;
        done.add(text);
        // SVG has no such elements.
        if (!(parent instanceof HTMLElement)) continue;
        const [outer, inner] = [document.createElement('span'), document.createElement('span')];
        text.parentNode?.replaceChild(outer, text);
        outer.append(inner);
        inner.append(text);
      }
    };
    // Not before the page's own scripts have taken it over: nobody translates faster.
    window.addEventListener('load', () => {
      wrap(document.body);
      new MutationObserver((records) => {
        for (const { addedNodes } of records) for (const node of addedNodes) wrap(node);
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
}

const t = texts.en;

test('a page that the browser translates goes on working', { tag: '@desktop' }, async ({
  page,
  expectNoise,
}) => {
  // The landing page is not what was prerendered any more, so React renders it anew.
  expectNoise(/React error #418;/);
  await translate(page);
  await page.goto('/en');
  await expect(page.locator('h1 > span > span')).not.toHaveCount(0);
  await page.getByRole('link', { name: t.landing.create }).first().click();
  await expect(page.getByRole('heading', { name: t.auth.signUp.title })).toBeVisible();
  // Texts that change are the new ones, not what was translated before.
  await page.getByRole('button', { name: t.auth.signUp.toggle }).click();
  await expect(page.getByText(t.auth.signIn.togglePrompt)).toBeVisible();
  await expect(page.getByText(t.auth.signUp.togglePrompt)).toHaveCount(0);
  await page.getByRole('button', { name: t.auth.signIn.toggle }).click();
  await signUp(page, 'en');

  await choosePhoto(page, Buffer.from('no photo'), 'letter.jpg');
  await expect(page.getByText('letter.jpg').first()).toBeVisible();
  await choosePhoto(page, await portrait(), 'nonna.jpg');
  await expect(page.getByRole('heading', { name: t.upload.chosenTitle })).toBeVisible();
  await expect(page.getByText('letter.jpg')).toHaveCount(0);
  await page.getByRole('button', { name: t.upload.remove }).click();
  await choosePhoto(page, await portrait(), 'zia.jpg');
  await page.getByRole('button', { name: t.upload.generate }).click();
  await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);
  await expect(page.getByRole('heading', { name: 'Your videos (1)' })).toBeVisible();

  await page.getByRole('link', { name: t.credits.buy }).click();
  await expect(page.getByRole('heading', { name: t.packages.heading })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Your videos (1)' })).toBeVisible();
  await expect(page.getByText(t.common.brokenTitle)).toHaveCount(0);
});

test('so does the making of an album', { tag: '@desktop' }, async ({ page, seeds }) => {
  await translate(page);
  await seeds.signIn(page, ['light', 'dark']);
  await page.goto('/en/create');
  await page.getByRole('button', { name: t.gallery.selectAll }).click();
  await page.getByRole('button', { name: t.gallery.createAlbum, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t.albumForm.title });
  const name = dialog.getByLabel(t.albumForm.name);
  await name.fill('   ');
  await name.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    `${t.albumForm.nameRequired} ${t.errors.album_name_required}`,
  );
  await name.fill('Estate');
  await dialog.getByRole('button', { name: t.gallery.createAlbum }).click();
  await expect(page.getByRole('dialog', { name: t.albums.one })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeVisible(made);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Estate', exact: true })).toBeVisible();
  await expect(page.getByText(t.common.brokenTitle)).toHaveCount(0);
});
