import type { Locator } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { named } from './shop.ts';
import { texts } from './test.ts';

const anyName = new RegExp(languages.map((each) => named(texts[each].gallery.actions).source).join('|'));

/** The button of a video's card that opens its menu. */
export const menuOf = (card: Locator) => card.getByRole('button', { name: anyName });

/** Opens the menu of a video's card, and chooses what has this text. */
export async function choose(card: Locator, text: string): Promise<void> {
  // Far from the screen a card has none.
  await card.scrollIntoViewIfNeeded();
  await menuOf(card).click();
  await card.page().getByRole('menuitem', { name: text, exact: true }).click();
}
