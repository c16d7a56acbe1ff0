import { expect, test } from 'vitest';
import { z } from 'zod';
import { ownUrl } from '#shared/schemas/own-url.ts';
import { withAbsoluteUrls } from './absolute-urls.ts';

const film = z.object({
  file: ownUrl().nullable().describe('The film.'),
  small: ownUrl().describe('A smaller one.').optional(),
  elsewhere: z.string(),
});

test('declared paths become absolute, at any depth, and nothing else changes', () => {
  const schema = z.object({ films: z.array(film), title: z.string() });
  const value = {
    films: [
      { file: '/a', small: '/b', elsewhere: '/c', more: { file: '/d' } },
      { file: null, elsewhere: '/c' },
    ],
    title: '/',
  };
  expect(withAbsoluteUrls(schema, value, 'https://memori.example')).toEqual({
    films: [
      {
        file: 'https://memori.example/a',
        small: 'https://memori.example/b',
        elsewhere: '/c',
        more: { file: '/d' },
      },
      { file: null, elsewhere: '/c' },
    ],
    title: '/',
  });
});
