import { expect, test } from 'vitest';
import { oldestBrowsers } from '#shared/oldest-browsers.ts';
import { audioLimits } from '#shared/audio-limits.ts';
import { familyLimits } from '#shared/family-limits.ts';
import { withdrawalDays } from '#shared/withdrawal.ts';
import { limits } from '#shared/limits.ts';
import { appLimits } from '#shared/app-limits.ts';
import { programLimits } from '#shared/program-limits.ts';
import { musicTrackIds } from '#shared/music.ts';
import { texts } from '#tests/support/texts.ts';

const { photo, video, album } = limits;
const { generation, credits } = appLimits;
const { account, passkeys, tokens, webhooks, idempotency } = programLimits;
const { share, frame, box, reports } = familyLimits;
const megabytes = photo.maxBytes / 1024 / 1024;
const pieces = musicTrackIds.length;

/** The figures in each text that has any, in order of appearance, taken from the product's own constants. */
const figures: Record<string, readonly number[]> = {
  'create.lead': [video.seconds],
  'upload.cost': [generation.creditCost],
  'movements.text': [generation.movementHours],
  'upload.rules': [megabytes, photo.minShorterSide],
  'packages.features.quality': [video.seconds],
  'errors.password_too_short': [account.minPasswordLength],
  'errors.password_too_long': [account.maxPasswordLength],
  'errors.prompt_too_long': [generation.maxPromptLength],
  'errors.invalid_duration': [Number(generation.duration)],
  'errors.invalid_resolution': [Number.parseInt(generation.resolution, 10)],
  'errors.invalid_rest': [generation.maxRest, 0, 1],
  'errors.album_name_too_long': [album.maxNameLength],
  'errors.film_words_too_long': [album.maxWordsLength],
  'errors.audio_too_long': [audioLimits.maxSeconds.music / 60, audioLimits.maxSeconds.voice],
  'errors.voice_text_too_long': [audioLimits.maxTextLength],
  'errors.voices_too_long': [audioLimits.maxSpokenSeconds / 60],
  'errors.too_much_audio': [audioLimits.maxKeptSeconds / 3600],
  'errors.album_too_few_videos': [album.minVideos],
  'errors.album_too_many_videos': [album.maxVideos],
  // As the point of 13.1 is read.
  tooOld: [oldestBrowsers.chrome, oldestBrowsers.firefox, 10 * oldestBrowsers.safari],
  'errors.movement_not_offered': [generation.movementHours],
  'errors.file_too_large': [megabytes],
  // MP3 and M4A.
  'ownSound.songHint': [3, 4, megabytes],
  'errors.image_too_small': [photo.minShorterSide],
  'errors.image_too_many_pixels': [photo.maxPixels / 1_000_000, photo.maxPixelsUnreduced / 1_000_000],
  'errors.name_too_long': [video.maxNameLength],
  'errors.sender_too_long': [share.maxSenderLength],
  'errors.report_too_long': [reports.maxWordsLength],
  'errors.dedication_too_long': [share.maxDedicationLength],
  'errors.too_many_albums': [album.maxUnfinished],
  'errors.too_many_albums_an_hour': [album.maxPerHour],
  'errors.token_name_too_long': [tokens.maxNameLength],
  'errors.passkey_name_too_long': [passkeys.maxNameLength],
  'errors.too_many_passkeys': [passkeys.max],
  'errors.too_many_tokens': [tokens.max],
  'errors.too_many_webhooks': [webhooks.max],
  'errors.too_many_frames': [frame.maxFrames],
  'errors.too_many_images': [appLimits.upload.maxPhotos],
  'errors.too_many_boxes': [box.mostBoxes],
  'errors.note_too_long': [box.maxNoteLength],
  'box.photo': [megabytes],
  'checkout.begin': [withdrawalDays],
  'withdraw.lead': [withdrawalDays],
  'withdraw.nothing': [withdrawalDays],
  'boxes.approveCost': [generation.creditCost],
  'boxes.linkText': [box.openDays],
  'account.export.lead': [account.exportDays],
  'account.webhooks.event.credits_low': [credits.runningLowBelow],
  'account.webhooks.rotated': [webhooks.rotationHours],
  'errors.invalid_idempotency_key': [1, idempotency.maxKeyLength],
  'account.deletion.confirmText': [account.deletionDays],
  'account.deletion.lead': [account.deletionDays],
  'account.email.sentText': [account.undoDays],
  'auth.forgot.sent': [account.resetMinutes],
  'landing.deleted': [account.deletionDays],
  'landing.headline': [video.seconds],
  'landing.description': [video.seconds],
  'landing.comparison.text': [video.seconds],
  'landing.demo.text': [pieces],
  'landing.faq.photos.answer': [megabytes, photo.minShorterSide],
  'landing.faq.albums.answer': [album.minVideos, pieces],
  'landing.testimonials.elena.quote': [video.seconds],
  'tryIt.next': [video.seconds],
};

/** Figures required by the specification, and those that are part of a name, a story or the star rating scale. */
const others: Record<string, readonly number[]> = {
  'albumStatus.usually': [1, 3],
  'landing.stats.albums.value': [500],
  'landing.stats.photos.value': [2100],
  'landing.stats.countries.value': [5],
  'landing.faq.time.answer': [2, 5],
  'landing.comparison.heading': [1968],
  // Millimetres: ISO 216, and the usual postcard.
  'keepsake.formats.a5': [5, 148, 210],
  'keepsake.formats.a6': [6, 105, 148],
  'keepsake.formats.postcard': [148, 100],
  // Words for how many were found, of which these are read as numerals here.
  'upload.found.numbers.2': [2],
  'upload.found.numbers.5': [5],
  'upload.found.numbers.6': [6],
  'keepsake.onA4': [4],
  'name.example': [1931],
  'boxes.nameExample': [80],
  'landing.testimonials.stars': [5],
  // Parts of names: MP3, M4A.
  'errors.invalid_audio_type': [3, 4],
  // Part of a name: FIPS 180-4.
  'shared.origin.photos': [256],
};

const numerals = { en: { two: 2, five: 5, six: 6 }, it: { due: 2, cinque: 5, sei: 6 } };
/** Phrases whose words would otherwise be read as numerals. */
const said = {
  en: /their two children|two different times/g,
  it: /i due figli|ti sei registrato|sei andato|due parole|due orari diversi/gi,
};

function flatten(part: object, path = ''): [string, string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [[path + name, value]] : flatten(value as object, `${path}${name}.`),
  );
}

/** All figures in a text, written as digits or words: `20MB`, `2.100+`, `Six`. */
function figuresOf(text: string, language: 'en' | 'it'): number[] {
  const words: Record<string, number> = numerals[language];
  const plain = text.replaceAll(/\{\{.*?\}\}/g, '').replaceAll(said[language], '');
  return [...plain.matchAll(/\d[\d.,]*|\p{L}+/gu)].flatMap(([token]) => {
    const number = /^\d/.test(token) ? Number(token.replaceAll(/\D/g, '')) : words[token.toLowerCase()];
    return number === undefined ? [] : [number];
  });
}

test.each(['en', 'it'] as const)(
  'every figure in the texts (%s) matches the product’s limits',
  (language) => {
    const found = flatten(texts[language])
      .filter(([key]) => !key.startsWith('music.'))
      .map(([key, text]) => [key, figuresOf(text, language)] as const)
      .filter(([, all]) => all.length > 0);
    expect(Object.fromEntries(found)).toEqual({ ...figures, ...others });
  },
);
