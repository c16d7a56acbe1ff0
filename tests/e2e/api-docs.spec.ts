import { enter, expect, expectSoundEverywhere, still, test } from './support/test.ts';

test.use(still);

test('the API reference is public and accessible on every screen', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await expect(page.getByRole('heading', { name: 'Webhooks' }).first()).toBeInViewport();
  // Collapsed content must be checked as well.
  for (const summary of await page.locator('#generateVideo summary').all()) await summary.click();
  await expect(page.getByText('await openAsBlob', { exact: false }).first()).toBeVisible();
  await expectSoundEverywhere(page);
});

test('a call can be tried with a test token', { tag: '@desktop' }, async ({ page }) => {
  await enter(page);
  const made = await page.request.post('/api/tokens', {
    data: { name: 'Docs', scopes: ['read'], test: true },
  });
  const { token } = (await made.json()) as { token: string };
  await page.context().clearCookies();
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'tried out here' }).click();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.getByLabel('auth-bearer-value').fill(token);
  const dialog = page.locator('.modal-ux');
  await dialog.getByRole('button', { name: 'Apply credentials' }).last().click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const balance = page.locator('#operations-Credits-getBalance');
  await balance.getByRole('button').first().click();
  await balance.getByRole('button', { name: 'Try it out' }).click();
  await balance.getByRole('button', { name: 'Execute' }).click();
  const answer = balance.locator('.live-responses-table');
  await expect(answer).toContainText('"credits"');
  await expect(answer).toContainText('200');
});
