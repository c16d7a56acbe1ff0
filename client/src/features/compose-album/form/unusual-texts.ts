import type { AlbumDraft } from './draft.ts';

/** Characters that no font can be sure to have: all but those of Western and Central European languages. */
const unusual = /[^\u0020-\u017f–—‘’“”…€]/u;

/** What a film of this draft will say, as far as fonts may lack some of it. */
export function unusualTextsOf({ titleCard, name, dedication, closing, captions, videos }: AlbumDraft) {
  const texts = [...(titleCard ? [name, dedication] : []), closing];
  return {
    texts: texts.filter((text) => unusual.test(text)),
    videos: captions ? videos.flatMap((video) => (unusual.test(video.name ?? '') ? video.taskId : [])) : [],
  };
}
