import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { languages } from '#shared/languages.ts';
import { linkIn, mailsTo } from '../support/outbox.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import {
  expect,
  expectSound,
  expectSoundEverywhere,
  oneScreen,
  password,
  signUp,
  still,
  test,
  texts,
} from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { account, auth, create, developers, footer, header, landing, mailLink, reset } = texts[language];
  const mails = serverTexts[language].accountMail;

  test(
    `${language}: the address is verified by a mail, and a forgotten password is reset by another`,
    oneScreen(language),
    async ({ page, memori, seeds, expectNoise }) => {
      const email = await signUp(page, language);
      const mail = async (subject: string) => {
        const find = async () =>
          (await mailsTo(memori.dataDir, email)).find((each) => each.subject === subject);
        await expect.poll(find).toBeDefined();
        return linkIn((await find())!);
      };

      await page.getByRole('button', { name: header.account.replace('{{email}}', email) }).click();
      await page.getByRole('link', { name: header.yourAccount }).click();
      await expect(page.getByRole('heading', { level: 1, name: account.heading })).toBeVisible();
      await expect(page.getByText(account.email.unverified)).toBeVisible();
      await expectSoundEverywhere(page);
      await page.goto(await mail(mails.verify.subject));
      await expect(page.getByRole('heading', { name: mailLink.verify.done })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`/${language}/verify$`));
      await expectSound(page);
      await page.goto(`/${language}/account`);
      await expect(page.getByText(account.email.verified)).toBeVisible();

      // After ten minutes, creating a token asks for the password again.
      const user = await seeds.db.user.findUniqueOrThrow({ where: { emailKey: email } });
      await seeds.db.session.updateMany({
        where: { userId: user.id },
        data: { authenticatedAt: new Date(0) },
      });
      expectNoise(/403 .*\/tokens\.create$/);
      await page.getByRole('link', { name: footer.developers }).click();
      await expect(page.getByRole('heading', { level: 1, name: developers.heading })).toBeVisible();
      const tokens = page.getByRole('region', { name: account.tokens.title });
      await tokens.getByLabel(account.tokens.name, { exact: true }).fill('Scanner');
      await tokens.getByRole('button', { name: account.tokens.create }).click();
      const question = page.getByRole('dialog', { name: auth.confirm.title });
      await expect(question.getByLabel(auth.confirm.password, { exact: true })).toBeFocused();
      await expectSoundEverywhere(page);
      await question.getByLabel(auth.confirm.password, { exact: true }).fill(password);
      await question.getByRole('button', { name: auth.confirm.submit }).click();
      await expect(page.getByLabel(account.tokens.made)).toBeFocused();

      await page.context().clearCookies();
      await page.goto(`/${language}/create#sign-in`);
      await page.getByRole('button', { name: auth.forgot.link }).click();
      await expect(page.getByRole('heading', { name: auth.forgot.title })).toBeFocused();
      await expectSound(page);
      await page.getByLabel(auth.email, { exact: true }).fill(email);
      await page.getByRole('button', { name: auth.forgot.submit }).click();
      await expect(page.getByText(auth.forgot.sent)).toBeVisible();
      await page.goto(await mail(mails.reset.subject));
      await expect(page.getByRole('heading', { name: reset.title })).toBeVisible();
      await expectSound(page);
      await page.getByLabel(reset.password, { exact: true }).fill('a brand new one');
      await page.getByRole('button', { name: reset.submit }).click();
      await expect(page.getByRole('heading', { name: account.accesses.stoppedTitle })).toBeFocused();
      await expectSoundEverywhere(page);
      // Left unanswered, it is asked on the account page.
      await page.goto(`/${language}/account`);
      await expect(page.getByRole('heading', { name: account.accesses.stoppedTitle })).toBeVisible();
      await expectSound(page);
      await page.getByRole('checkbox', { name: /Scanner/ }).check();
      await page.getByRole('button', { name: account.accesses.submit }).click();
      await expect(page.getByText(account.accesses.done)).toBeVisible();
      await page.goto(`/${language}/create`);
      await expect(page.getByRole('heading', { level: 1, name: create.heading })).toBeVisible();
      await expect(
        page.getByRole('button', { name: header.account.replace('{{email}}', email) }),
      ).toBeVisible();
    },
  );

  test(
    `${language}: the address is changed by a link, and a link to the old address undoes it`,
    oneScreen(language),
    async ({ page, memori }) => {
      const { change } = account.email;
      const { verify } = mailLink;
      const linkTo = async (address: string, subject: string) => {
        const find = async () =>
          (await mailsTo(memori.dataDir, address)).find((mail) => mail.subject === subject);
        await expect.poll(find).toBeDefined();
        return linkIn((await find())!);
      };
      const old = await signUp(page, language);
      const next = `nuova-${randomUUID()}@example.com`;
      await page.goto(await linkTo(old, mails.verify.subject));
      await expect(page.getByRole('heading', { name: verify.done })).toBeVisible();
      await page.goto(`/${language}/account`);
      const section = page.getByRole('region', { name: account.email.title, exact: true });
      await section.getByLabel(change.new, { exact: true }).fill(next);
      await section.getByLabel(change.password, { exact: true }).fill(password);
      await section.getByRole('button', { name: change.submit }).click();
      await expect(page.getByText(change.askedText.replace('{{email}}', next))).toBeVisible();
      await expect(section.getByText(old)).toBeVisible();

      await page.goto(await linkTo(next, mails['change-email'].subject));
      await expect(page.getByRole('heading', { name: verify.changed })).toBeVisible();
      await expectSound(page);
      await page.goto(`/${language}/account`);
      await expect(section.getByText(next)).toBeVisible();

      await page.goto(await linkTo(old, mails['email-changed'].subject));
      await expect(page.getByRole('heading', { name: verify.undone })).toBeVisible();
      await expectSound(page);
      await page.goto(`/${language}/account`);
      await expect(page.getByRole('heading', { name: auth.signIn.title })).toBeVisible();
      await page.goto(await linkTo(old, mails.reset.subject));
      await page.getByLabel(reset.password, { exact: true }).fill('a brand new one');
      await page.getByRole('button', { name: reset.submit }).click();
      await expect(
        page.getByRole('button', { name: header.account.replace('{{email}}', old) }),
      ).toBeVisible();
    },
  );

  test(`${language}: the data export is prepared and downloaded`, oneScreen(language), async ({ page }) => {
    const email = await signUp(page, language);
    await page.goto(`/${language}/account`);
    await page.getByRole('button', { name: account.export.prepare }).click();
    const link = page.getByRole('link', { name: account.export.download });
    await expect(link).toBeVisible();
    await expectSound(page);
    const begun = page.waitForEvent('download');
    await link.click();
    const archive = unzipSync(new Uint8Array(await readFile(await (await begun).path())));
    expect(JSON.parse(strFromU8(archive['records.json']!))).toMatchObject({
      account: { email },
      passkeys: [],
    });
    await page.setContent(strFromU8(archive['index.html']!));
    await expect(page.getByText(email)).toBeVisible();
  });

  test(
    `${language}: a scheduled account deletion can be cancelled`,
    oneScreen(language),
    async ({ page }) => {
      const { deletion } = account;
      const email = await signUp(page, language);
      await page.goto(`/${language}/account`);
      await page.getByLabel(deletion.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: deletion.submit }).click();
      const dialog = page.getByRole('dialog', { name: deletion.confirm });
      await expectSound(page);
      await dialog.getByRole('button', { name: deletion.submit }).click();
      await expect(page).toHaveURL(new RegExp(`/${language}$`));
      await expect(page.getByRole('link', { name: header.signIn })).toBeVisible();
      const confirmation = page.getByRole('status').filter({ hasText: landing.deleted });
      await expect(confirmation).toBeVisible();
      await expectSound(page);
      await page.reload();
      await expect(page.getByRole('link', { name: header.signIn })).toBeVisible();
      await page.getByRole('button', { name: landing.watchDemo }).click();
      await expect(page.getByRole('heading', { name: landing.demo.heading })).toBeVisible();
      await expect(confirmation).toHaveCount(0);

      await page.goto(`/${language}/account#sign-in`);
      await page.getByLabel(auth.email, { exact: true }).fill(email);
      await page.getByLabel(auth.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
      const notice = page.getByRole('complementary', { name: auth.deleting.label });
      await expect(notice).toBeVisible();
      await expectSound(page);
      await notice.getByRole('button', { name: auth.deleting.keep }).click();
      await expect(page.getByText(auth.deleting.kept)).toBeVisible();
      await expect(notice).toBeHidden();
    },
  );
}
