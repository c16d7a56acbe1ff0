import { expect, test } from 'vitest';
import type { DisplayedFilm } from '#shared/display.ts';
import { createFilmCache } from './film-cache.ts';

const film = (id: string, version = '1'): DisplayedFilm => ({ kind: 'video', id, name: null, version });

/** A shelf with room for three films of ten bytes, and the list of what it fetched. */
function shelf() {
  const fetched: string[] = [];
  const fetchFilm = async ({ id, version }: DisplayedFilm) => {
    fetched.push(id + version);
    return new Blob([new Uint8Array(10)]);
  };
  return { fetched, ...createFilmCache(fetchFilm, 30) };
}

test('a cached film is fetched again only in another version', async () => {
  const { fetched, take } = shelf();
  await take(film('a'));
  await take(film('a'));
  expect(fetched).toEqual(['a1']);
  await take(film('a', '2'));
  expect(fetched).toEqual(['a1', 'a2']);
});

test('evicts the least recently used film', async () => {
  const { fetched, take } = shelf();
  for (const id of 'abcad') await take(film(id));
  expect(fetched).toEqual(['a1', 'b1', 'c1', 'd1']);
  await take(film('a'));
  await take(film('b'));
  expect(fetched.slice(4)).toEqual(['b1']);
});

test('films that are no longer shown are evicted', async () => {
  const { fetched, take, keepOnly } = shelf();
  await take(film('a'));
  keepOnly([film('a', '2')]);
  await take(film('a'));
  expect(fetched).toEqual(['a1', 'a1']);
});

test('a failed fetch is reported, and the next try may succeed', async () => {
  let online = false;
  const { take } = createFilmCache(async () => {
    if (!online) throw new Error('no connection');
    return new Blob(['x']);
  });
  await expect(take(film('a'))).rejects.toThrow('no connection');
  online = true;
  expect((await take(film('a'))).size).toBe(1);
});
