import type { ErrorCode } from '#shared/errors.ts';
import type { SendBlock } from '../send-with-retries.ts';

export type PhotoState =
  /** `waiting`: it will be sent automatically. */
  | { is: 'reading' | 'ready' | 'waiting' | 'sent' }
  /** 0 to 1; null while it is being prepared, or the connection is lost. */
  | { is: 'sending'; fraction: number | null }
  /** `refused` when chosen, `declined` by the server: never sent again. `failed`: may be retried. */
  | { is: 'refused' | 'declined' | 'failed'; code: ErrorCode | null };

export interface QueuedPhoto {
  /** Its index in the original choice, which stays the same when others are removed. */
  place: number;
  file: File;
  /** A thumbnail as a data URL, once the photo was read. */
  thumb: string | null;
  state: PhotoState;
}

/** Several photos that were chosen together. */
export interface Queue {
  id: string;
  photos: readonly QueuedPhoto[];
  /** More were chosen than allowed. */
  isCut: boolean;
  isSending: boolean;
  block: SendBlock | null;
}

export type QueueEvent =
  | { type: 'chosen'; queue: Queue | null }
  | { type: 'read'; id: string; place: number; read: Pick<QueuedPhoto, 'thumb' | 'state'> }
  | { type: 'removed'; place: number }
  | { type: 'begun'; places: readonly number[] }
  | { type: 'told'; place: number; state: PhotoState }
  | { type: 'blocked'; block: SendBlock | null }
  | { type: 'ended' };

/** The photos that can be sent, in order. */
export const sendable = ({ photos }: Queue) =>
  photos.filter(({ state }) => state.is === 'ready' || state.is === 'failed');

/** The overall progress: settled photos, total photos, and the percentage. */
export function tally({ photos }: Queue): { sent: number; total: number; percent: number } {
  const states = photos.map(({ state }) => state);
  const sent = states.filter(({ is }) => is === 'sent').length;
  const settled = sent + states.filter(({ is }) => is === 'declined' || is === 'failed').length;
  const moving = states.filter((state) => state.is === 'sending');
  const total = settled + moving.length + states.filter(({ is }) => is === 'waiting').length;
  const under = moving.reduce((sum, { fraction }) => sum + (fraction ?? 0), 0);
  return { sent, total, percent: total === 0 ? 0 : Math.round((100 * (settled + under)) / total) };
}

/** The next state. Events about another queue, or about a photo that was removed, change nothing. */
export function nextQueue(queue: Queue | null, event: QueueEvent): Queue | null {
  if (event.type === 'chosen') return event.queue;
  if (!queue) return null;
  const change = (place: number, changed: Partial<QueuedPhoto>): Queue => ({
    ...queue,
    photos: queue.photos.map((photo) => (photo.place === place ? { ...photo, ...changed } : photo)),
  });
  switch (event.type) {
    case 'read':
      return event.id === queue.id ? change(event.place, event.read) : queue;
    case 'removed': {
      const photos = queue.photos.filter(({ place }) => place !== event.place);
      return photos.length > 0 ? { ...queue, photos } : null;
    }
    case 'begun':
      return {
        ...queue,
        isSending: true,
        isCut: false,
        block: null,
        photos: queue.photos.map((photo) =>
          event.places.includes(photo.place) ? { ...photo, state: { is: 'waiting' } } : photo,
        ),
      };
    case 'told':
      return change(event.place, { state: event.state });
    case 'blocked':
      return { ...queue, block: event.block };
    case 'ended':
      return {
        ...queue,
        isSending: false,
        block: null,
        photos: queue.photos.map((photo) =>
          photo.state.is === 'waiting' ? { ...photo, state: { is: 'ready' } } : photo,
        ),
      };
  }
}
