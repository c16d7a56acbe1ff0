import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { showToast } from '../../lib/toast.tsx';
import { type Photo, readPhoto } from './read-photo.ts';

const titles = {
  no_file_selected: 'upload.noFile',
  invalid_file_type: 'upload.invalidType',
  file_too_large: 'upload.tooLarge',
  image_too_small: 'upload.tooSmall',
  image_too_many_pixels: 'upload.tooManyPixels',
  one_file_only: 'upload.oneOnly',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The chosen photo: checked as it is chosen, with a toast either way. A new choice takes the place of the old. */
export function usePhoto() {
  const { t } = useTranslation();
  const [photo, setPhoto] = useState<Photo | null>(null);
  const [checking, setChecking] = useState(false);
  const latestChoice = useRef(0);

  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.url)), [photo]);

  function refuse(code: ErrorCode) {
    const title = code in titles ? titles[code as keyof typeof titles] : 'upload.broken';
    showToast({ title: t(title), message: t(`errors.${code}`), tone: 'destructive' });
  }

  async function choose(file: File) {
    const choice = ++latestChoice.current;
    setChecking(true);
    const result = await readPhoto(file);
    if (choice !== latestChoice.current) {
      if (result.ok) URL.revokeObjectURL(result.photo.url);
      return;
    }
    setChecking(false);
    if (!result.ok) return refuse(result.code);
    setPhoto(result.photo);
    showToast({ title: t('upload.selected'), message: t('upload.selectedText', { name: file.name }) });
  }

  function clear() {
    latestChoice.current += 1;
    setChecking(false);
    setPhoto(null);
  }

  return { photo, checking, choose, clear, refuse };
}
