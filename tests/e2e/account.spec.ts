import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { type Language, languages } from '#shared/languages.ts';
import type { LinkPurpose } from '#shared/schemas/auth.ts';
import { linkIn, mailsTo } from '../support/outbox.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import type { Seeds } from './support/seeded.ts';
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

/** Opens a link as one does from a mail: in a document of its own. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
}

/** Opens a mail's link, whose page says what it does and does it only when its button is pressed, and presses that. */
async function press(
  page: Page,
  { link, purpose, language }: { link: string; purpose: LinkPurpose; language: Language },
  { db }: Seeds,
): Promise<void> {
  const { title, action, done } = texts[language].mailLink[purpose];
  const id = createHash('sha256').update(new URL(link).hash.slice(1)).digest('hex');
  await openLink(page, link);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expectSound(page);
  expect(await db.accountToken.count({ where: { id, purpose } })).toBe(1);
  await page.getByRole('button', { name: action }).click();
  await expect(page.getByRole('heading', { name: done })).toBeVisible();
  await expectSound(page);
  expect(await db.accountToken.count({ where: { id } })).toBe(0);
}

for (const language of languages) {
  const { account, auth, create, developers, errors, footer, header, landing, mailLink, reset } =
    texts[language];
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
      const link = await mail(mails.verify.subject);
      await press(page, { link, purpose: 'verify', language }, seeds);
      await expect(page).toHaveURL(new RegExp(`/${language}/verify$`));
      expectNoise(/404 .*\/recovery\.link$/);
      await page.reload();
      await expect(page.getByText(mailLink.noLinkText)).toBeVisible();
      await openLink(page, link);
      await expect(page.getByText(errors.mail_link_unknown)).toBeVisible();
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
    async ({ page, memori, seeds }) => {
      const { change } = account.email;
      const linkTo = async (address: string, subject: string) => {
        const find = async () =>
          (await mailsTo(memori.dataDir, address)).find((mail) => mail.subject === subject);
        await expect.poll(find).toBeDefined();
        return linkIn((await find())!);
      };
      const old = await signUp(page, language);
      const next = `nuova-${randomUUID()}@example.com`;
      const verification = await linkTo(old, mails.verify.subject);
      await press(page, { link: verification, purpose: 'verify', language }, seeds);
      await page.goto(`/${language}/account`);
      const section = page.getByRole('region', { name: account.email.title, exact: true });
      await section.getByLabel(change.new, { exact: true }).fill(next);
      await section.getByLabel(change.password, { exact: true }).fill(password);
      await section.getByRole('button', { name: change.submit }).click();
      await expect(page.getByText(change.askedText.replace('{{email}}', next))).toBeVisible();
      await expect(section.getByText(old)).toBeVisible();

      const confirmation = await linkTo(next, mails['change-email'].subject);
      await press(page, { link: confirmation, purpose: 'change-email', language }, seeds);
      await page.goto(`/${language}/account`);
      await expect(section.getByText(next)).toBeVisible();

      const undo = await linkTo(old, mails['email-changed'].subject);
      await press(page, { link: undo, purpose: 'undo-email', language }, seeds);
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
    async ({ page, memori, seeds }) => {
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

      const user = await seeds.db.user.findUniqueOrThrow({ where: { emailKey: email } });
      const find = async () =>
        (await mailsTo(memori.dataDir, email)).find((each) => each.subject === mails.deletion.subject);
      await expect.poll(find).toBeDefined();
      await press(page, { link: linkIn((await find())!), purpose: 'keep', language }, seeds);
      await seeds.db.user.update({
        where: { id: user.id },
        data: { deletionAt: new Date(Date.now() + 86_400_000) },
      });

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
