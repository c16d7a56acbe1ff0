import type { Language } from '#shared/languages.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { formatMonth } from '#client/lib/format.ts';
import { perLanguage } from '#client/lib/per-language.ts';

/** By what the gallery is sorted: when a video was made, when its photo was taken, or its name. */
export const galleryOrders = ['made', 'taken', 'name'] as const;
export type GalleryOrder = (typeof galleryOrders)[number];

/** The month of a moment, where the reader is: `2026-11`. */
function monthMade({ createdAt }: VideoTask): string {
  const date = new Date(createdAt);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** The month on which a photo was taken: `2019-08`; null if it is not known. */
const monthTaken = ({ takenOn }: VideoTask) => takenOn?.slice(0, 7) ?? null;

/** What a month is called, in the reader's language and region: `November 2026`. */
export const monthName = (month: string, language: Language) => formatMonth(`${month}-01`, language);

const collatorIn = perLanguage(
  (language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }),
);

/** Sorts a list that is sorted by when they were made, newest first. What has no date or no name comes last. */
export function sorted(tasks: readonly VideoTask[], order: GalleryOrder, language: Language): VideoTask[] {
  if (order === 'made') return [...tasks];
  if (order === 'taken')
    return tasks.toSorted((one, other) => (other.takenOn ?? '').localeCompare(one.takenOn ?? ''));
  const { compare } = collatorIn(language);
  return tasks.toSorted((one, other) =>
    one.name === null || other.name === null
      ? Number(one.name === null) - Number(other.name === null)
      : compare(one.name, other.name),
  );
}

/** What is listed below one heading. */
export interface GalleryMonth {
  /** `2026-11`; null if the date is unknown. */
  month: string | null;
  tasks: VideoTask[];
}

/** Divides a list that is sorted by one of the dates into its months. */
export function byMonth(tasks: readonly VideoTask[], order: 'made' | 'taken'): GalleryMonth[] {
  const monthOf = order === 'made' ? monthMade : monthTaken;
  return [...Map.groupBy(tasks, monthOf)].map(([month, of]) => ({ month, tasks: of }));
}

/** Without case and accents, which nobody types into a search. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The tasks of which every word of the query is found in the title, the file's name, or the name of a month. */
export function matching(
  tasks: readonly VideoTask[],
  query: string,
  titleOf: (task: VideoTask) => string,
  language: Language,
): VideoTask[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tasks];
  return tasks.filter((task) => {
    const months = [monthMade(task), monthTaken(task)].flatMap((month) => month ?? []);
    const text = plain(
      [titleOf(task), task.originalFilename, ...months.map((month) => monthName(month, language))].join(' '),
    );
    return words.every((word) => text.includes(word));
  });
}
