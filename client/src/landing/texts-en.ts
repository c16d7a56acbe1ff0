import {
  brand,
  chat,
  common,
  consent,
  errors,
  footer,
  header,
  landing,
  packages,
  preview,
  titles,
  tryIt,
  upload,
} from '../i18n/en.json';
import type { Texts } from '../i18n/instance.ts';

/** What the landing page says, of all that Memori says. */
export const texts = {
  brand,
  chat,
  common,
  consent,
  errors,
  footer,
  header,
  landing,
  packages,
  preview,
  titles,
  tryIt,
  upload,
} satisfies Texts;
