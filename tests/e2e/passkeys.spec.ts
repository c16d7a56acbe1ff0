import { languages } from '#shared/languages.ts';
import {
  enter,
  expect,
  expectSound,
  expectSoundEverywhere,
  oneScreen,
  password,
  still,
  test,
  texts,
} from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { account, auth, header } = texts[language];
  const { passkeys } = account;

  test(
    `${language}: a passkey is added, signs in, and is removed`,
    oneScreen(language),
    async ({ page, expectNoise }) => {
      expectNoise(/401 \(Unauthorized\) \/api\/trpc\/passkeys\.signIn$/);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      const email = await enter(page);
      const signedIn = page.getByRole('button', { name: header.account.replace('{{email}}', email) });
      const openSignIn = async () => {
        await page.goto(`/${language}/account`);
        await page.getByRole('heading', { name: account.signIn.title, exact: true }).click();
      };
      await openSignIn();
      const section = page.getByRole('region', { name: passkeys.title });
      await expect(section.getByText(passkeys.none)).toBeVisible();
      await section.getByLabel(passkeys.name, { exact: true }).fill('Telefono della nonna');
      await section.getByLabel(passkeys.password, { exact: true }).fill(password);
      await section.getByRole('button', { name: passkeys.add }).click();
      await expect(page.getByText(passkeys.addedText)).toBeVisible();
      await expect(section.getByRole('button', { name: passkeys.add })).toBeFocused();
      const item = section.getByRole('listitem').filter({ hasText: 'Telefono della nonna' });
      await expect(item).toContainText(passkeys.unused);
      await expectSoundEverywhere(page);

      await page.context().clearCookies();
      await page.goto(`/${language}/create#sign-in`);
      const signIn = page.getByRole('button', { name: auth.passkey.submit });
      await expect(signIn).toBeVisible();
      await expectSoundEverywhere(page);
      await signIn.click();
      await expect(signedIn).toBeVisible();
      await openSignIn();
      await expect(item).toBeVisible();
      await expect(item).not.toContainText(passkeys.unused);

      await item.getByRole('button', { name: passkeys.remove }).click();
      const dialog = page.getByRole('dialog', { name: passkeys.removeTitle });
      await expectSound(page);
      await dialog.getByRole('button', { name: passkeys.remove }).click();
      await expect(section.getByText(passkeys.none)).toBeVisible();

      await page.context().clearCookies();
      await page.goto(`/${language}/create#sign-in`);
      await signIn.click();
      await expect(page.getByRole('alert')).toHaveText(texts[language].errors.passkey_refused);
      await expectSound(page);
    },
  );
}
