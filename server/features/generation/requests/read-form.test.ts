import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appLimits } from '#shared/app-limits.ts';
import { evilFilenames } from '#tests/fixtures/evil-photos/names.ts';
import { errorCodeOf } from '#server/rpc/error-code.ts';
import { UploadForm } from '#server/rpc/upload-form.ts';
import { cleanFilename, readVideoForm } from './read-form.ts';

function formOf(...entries: [string, string | File][]): UploadForm {
  const texts = entries.flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const files = entries.flatMap(([field, content]) =>
    typeof content === 'string' ? [] : [{ field, content, name: content.name }],
  );
  return new UploadForm(texts, files);
}

const image = new File(['bytes'], 'dir/nonna.jpg');

function codeFor(value: UploadForm): string {
  try {
    readVideoForm(value);
    return 'accepted';
  } catch (error) {
    return errorCodeOf(error);
  }
}

test('a photo alone gets the default parameters', async () => {
  const form = readVideoForm(formOf(['image', image]));
  const { prompt, duration, resolution } = appLimits.generation;
  expect(form).toMatchObject({
    originalFilename: 'nonna.jpg',
    prompt,
    duration,
    resolution,
    motion: 'auto',
    liveliness: 'natural',
    border: 'crop',
    restore: false,
  });
  expect(await new Response(form.photo).text()).toBe('bytes');
});

test('the prompt is cleaned to plain text', () => {
  expect(
    readVideoForm(formOf(['image', image], ['prompt', ' Wave,\0 nonna.\r\nSlowly.\u202e '])),
  ).toMatchObject({
    prompt: 'Wave, nonna.\nSlowly.',
  });
});

test('the text fields are taken as they are', () => {
  const form = formOf(
    ['prompt', 'Wave, nonna.'],
    ['duration', '6'],
    ['image', image],
    ['resolution', '768P'],
    ['motion', 'focus-pull'],
    ['liveliness', 'lively'],
    ['border', 'keep'],
    ['restore', 'true'],
  );
  expect(readVideoForm(form)).toMatchObject({
    prompt: 'Wave, nonna.',
    motion: 'focus-pull',
    liveliness: 'lively',
    border: 'keep',
    restore: true,
  });
});

const refused: [string, UploadForm, string][] = [
  ['JSON', UploadForm.of({ image: 'photo.jpg' }), 'no_file_selected'],
  ['an empty form', formOf(), 'no_file_selected'],
  ['a text for a photo', formOf(['image', 'photo.jpg']), 'no_file_selected'],
  ['what a browser sends where no file was chosen', formOf(['image', new File([], '')]), 'no_file_selected'],
  ['a photo under another name', formOf(['photo', image]), 'no_file_selected'],
  ['two photos', formOf(['image', image], ['image', image]), 'one_file_only'],
  ['two photos under two names', formOf(['image', image], ['photo', image]), 'one_file_only'],
  ['an unknown field', formOf(['image', image], ['credits', '100']), 'invalid_request'],
  ['a field called __proto__', formOf(['image', image], ['__proto__', 'x']), 'invalid_request'],
  ['a field twice', formOf(['image', image], ['duration', '6'], ['duration', '6']), 'invalid_request'],
  ['another duration', formOf(['image', image], ['duration', '10']), 'invalid_duration'],
  ['an empty duration', formOf(['image', image], ['duration', '']), 'invalid_duration'],
  ['another resolution', formOf(['image', image], ['resolution', '1080P']), 'invalid_resolution'],
  ['a prompt of 2,001 characters', formOf(['image', image], ['prompt', 'a'.repeat(2001)]), 'prompt_too_long'],
  ['a prompt of 2,000 characters', formOf(['image', image], ['prompt', 'ù'.repeat(2000)]), 'accepted'],
];

test.each(refused)('%s', (_name, value, code) => {
  expect(codeFor(value)).toBe(code);
});

describe('file names', () => {
  test.each(evilFilenames)('%j is stored as %j', (sent, kept) => {
    expect(cleanFilename(sent)).toBe(kept);
  });

  test('any name becomes short, well-formed and free of paths', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (sent) => {
        const kept = cleanFilename(sent);
        expect(kept.length).toBeGreaterThan(0);
        expect(kept.length).toBeLessThanOrEqual(255);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toMatch(/[\p{Cc}/\\]|^\.{1,2}$/u);
      }),
    );
  });
});
