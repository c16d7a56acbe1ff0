import type { SharedKind } from '../../../shared/shared-page.ts';

/** Where a video (by its task's id) or an album, or its poster, is served to anybody who has its id. */
export function publicPath(kind: SharedKind, id: string, part: 'film' | 'poster' = 'film'): string {
  return `/api/public/${kind}/${id}${part === 'poster' ? '/poster.jpg' : ''}`;
}
