import { useEffect, useEffectEvent, useState } from 'react';
import type { Outbox } from '#client/entities/outbox/outbox.ts';
import type { OutboxPhoto } from '#client/entities/outbox/photos.ts';
import { readPhoto } from '#client/entities/photo/read-photo.ts';
import { thumbOf } from '#client/entities/photo/thumb.ts';

/**
 * A thumbnail of each photo, by id, as a data URL, or null if there can be none. They are read one after the other, and
 * nothing larger of them is kept; one that can't be used is refused.
 */
export function useThumbs(
  photos: readonly OutboxPhoto[],
  outbox: Outbox,
): ReadonlyMap<string, string | null> {
  const [thumbs, setThumbs] = useState<ReadonlyMap<string, string | null>>(new Map());
  const next = photos.find(({ row }) => !thumbs.has(row.id))?.row;
  const id = next?.id ?? null;
  const file = next?.file ?? null;

  const settle = useEffectEvent((read: string, result: Awaited<ReturnType<typeof readPhoto>>) => {
    setThumbs((known) => new Map([...known, [read, result.ok ? thumbOf(result.photo) : null]]));
    const phase = outbox.view().photos.find(({ row }) => row.id === read)?.phase;
    if (!result.ok && phase?.is === 'ready') void outbox.refuse(read, result.code);
  });
  useEffect(() => {
    let isWanted = true;
    if (id !== null && file) void readPhoto(file).then((result) => isWanted && settle(id, result));
    return () => {
      isWanted = false;
    };
  }, [id, file]);

  return thumbs;
}
