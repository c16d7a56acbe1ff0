import type { SharedKind } from '../../../shared/shared-page.ts';

const endings = {
  film: '',
  poster: '/poster.jpg',
  card: '/card.jpg',
  provenance: '/provenance',
  report: '/report',
};

/**
 * Where a video (by its task's id) or an album, its poster, the picture beside its link, or how it was made is served to anybody who has its id
 * while it is shared, and where it can be reported.
 */
export function publicPath(kind: SharedKind, id: string, part: keyof typeof endings = 'film'): string {
  return `/api/public/${kind}/${id}${endings[part]}`;
}
