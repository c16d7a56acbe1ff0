import type { SharedKind } from '#shared/shared-page.ts';

const endings = {
  film: '',
  poster: '/poster.jpg',
  card: '/card.jpg',
  provenance: '/provenance',
  report: '/report',
};

/**
 * The public address of a part of a shared video (by its task's id) or album: the film, its poster, the link preview
 * picture, how it was made, or where to report it. Served to anyone who has the id while it is shared.
 */
export function publicPath(kind: SharedKind, id: string, part: keyof typeof endings = 'film'): string {
  return `/api/public/${kind}/${id}${endings[part]}`;
}
