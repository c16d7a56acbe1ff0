import { useRef, useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { keptFile } from '#client/entities/photo/kept-file.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';

// The code that reads and animates a photo is loaded when there is one.
const reader = () => fetchPart(() => import('#client/entities/photo/read-photo.ts')).catch(() => null);

/** A file that can't be tried, and why. */
export interface Refused {
  readonly file: File;
  readonly code: ErrorCode;
}

/** The state of the trial: a photo is being read, refused or shown. A refusal keeps the previous photo. */
export interface Trial {
  readonly reading: boolean;
  readonly refusal: Refused | null;
  readonly photo: Photo | null;
}

/** One photo to try out. A new choice replaces the old one. */
export function useTryIt() {
  const [trial, setTrial] = useState<Trial>({ reading: false, refusal: null, photo: null });
  const latestChoice = useRef(0);

  async function choose(files: ArrayLike<File>): Promise<void> {
    const file = files[0];
    if (!file) return;
    const choice = ++latestChoice.current;
    const refuse = (code: ErrorCode) =>
      setTrial(({ photo }) => ({ reading: false, refusal: { file, code }, photo }));
    if (files.length > 1) return refuse('one_file_only');
    setTrial(({ photo }) => ({ reading: true, refusal: null, photo }));
    const [module, kept] = await Promise.all([reader(), keptFile(file)]);
    const result = (await module?.readPhoto(kept)) ?? { ok: false, code: 'service_unavailable' };
    if (choice !== latestChoice.current) return;
    if (!result.ok) return refuse(result.code);
    setTrial({ reading: false, refusal: null, photo: result.photo });
  }

  return { trial, choose };
}
