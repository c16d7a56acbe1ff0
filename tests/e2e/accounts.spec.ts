import { languages } from '#shared/languages.ts';
import {
  enter,
  expect,
  expectSound,
  oneScreen,
  password,
  signUp,
  still,
  test,
  texts,
} from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { auth, errors, header, landing } = texts[language];

  test(
    `${language}: the form shows validation errors, and accepts valid credentials`,
    oneScreen(language),
    async ({ page, expectNoise }) => {
      expectNoise(/401 \(Unauthorized\) \/api\/trpc\/auth\.signIn$/);
      expectNoise(/400 \(Bad Request\) \/api\/trpc\/auth\.signUp$/);
      await page.goto(`/${language}/create`);
      const email = page.getByLabel(auth.email, { exact: true });
      const secret = page.getByLabel(auth.password, { exact: true });
      const submit = page.getByRole('button', { name: auth.signUp.submit });
      const alert = page.getByRole('alert');
      await expect(page.getByText(auth.passwordHint.replace('{{min}}', '6'))).toBeVisible();
      await expectSound(page);

      await email.fill('not an address');
      await secret.fill(password);
      await submit.click();
      await expect(alert).toHaveText(errors.invalid_email);
      await email.fill('someone@mailinator.com');
      await submit.click();
      await expect(alert).toHaveText(errors.disposable_email);
      await email.fill('someone@example.com');
      await secret.fill('12345');
      await submit.click();
      await expect(alert).toHaveText(errors.password_too_short);
      await expectSound(page);

      await page.getByRole('button', { name: auth.showPassword }).click();
      await expect(secret).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: auth.signUp.toggle }).click();
      await expect(page.getByRole('heading', { name: auth.signIn.title })).toBeVisible();
      await expect(alert).toBeHidden();
      await expect(email).toHaveValue('');
      await expect(secret).toHaveValue('');
      await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
      await expect(alert).toHaveText(errors.invalid_email);
      await email.fill('nobody@example.com');
      await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
      await expect(alert).toHaveText(errors.password_required);
      await secret.fill('wrong');
      await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
      await expect(alert).toHaveText(errors.wrong_credentials);
    },
  );

  test(`${language}: sign up, log out, sign in again`, oneScreen(language), async ({ page }) => {
    const address = await signUp(page, language);
    const account = page.getByRole('button', { name: header.account.replace('{{email}}', address) });
    await expect(account).toHaveAttribute('data-letter', address.charAt(0).toUpperCase());
    await account.click();
    await expect(page.getByText(address)).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: header.logOut }).click();
    await expect(
      page.getByRole('button', { name: header.account.replace('{{email}}', address) }),
    ).toBeHidden();
    expect((await page.request.get('/api/auth/me')).status()).toBe(401);

    await page.goto(`/${language}`);
    await expect(page.getByRole('heading', { name: landing.headline })).toBeVisible();
    await page.goto(`/${language}/create`);
    await page.getByRole('button', { name: auth.signUp.toggle }).click();
    await page.getByLabel(auth.email, { exact: true }).fill(address.toUpperCase());
    await page.getByLabel(auth.password, { exact: true }).fill(password);
    await page.getByLabel(auth.password, { exact: true }).press('Enter');
    await expect(
      page.getByRole('button', { name: header.account.replace('{{email}}', address) }),
    ).toBeVisible();
  });
}

test('signing up with a taken address switches to sign-in and keeps the address; the page’s heading is focused afterwards', {
  tag: '@phone',
}, async ({ page, context, expectNoise }) => {
  expectNoise(/409 \(Conflict\) \/api\/trpc\/auth\.signUp$/);
  const { auth, create, errors } = texts.en;
  const address = await enter(page);
  await context.clearCookies();
  await page.goto('/en/create');
  await page.getByLabel(auth.email, { exact: true }).fill(address);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: auth.signUp.submit }).click();
  await expect(page.getByRole('heading', { name: auth.signIn.title })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(errors.email_taken);
  await expect(page.getByLabel(auth.email, { exact: true })).toHaveValue(address);
  await expect(page.getByLabel(auth.password, { exact: true })).toBeFocused();
  await expectSound(page);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: create.heading })).toBeFocused();
});
