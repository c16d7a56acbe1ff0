import { type JudgedPhoto, type Judgement, judgePhoto } from './judge-photo.ts';
import { type PhotoViews, viewsOf } from './print-views.ts';

/** A photo that passed every check, and its views. */
export interface Photo extends Omit<JudgedPhoto, 'preview'> {
  readonly views: PhotoViews;
}

/** Checks a chosen file like `judgePhoto`, and looks at its picture. Never throws. */
export async function readPhoto(file: File): Promise<Judgement<Photo>> {
  const judged = await judgePhoto(file);
  if (!judged.ok) return judged;
  const { preview, ...photo } = judged.photo;
  return { ok: true, photo: { ...photo, views: viewsOf(preview) } };
}
