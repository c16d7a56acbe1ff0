import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTried } from '#client/entities/outbox/tried-photo.ts';
import { fetchPart } from '#client/lib/fetch-part.ts';
import { useOnce } from '#client/lib/use-once.ts';
import classes from './waiting-photo.module.css';

/** The code that reads photos is loaded only if one waits. */
const thumbOf = (file: File): Promise<string | null> =>
  fetchPart(() => import('#client/entities/photo/thumb.ts'))
    .then(({ readThumb }) => readThumb(file))
    .catch(() => null);

/**
 * The photo that was tried on the landing page, small, and what happens to it after signing in. Nothing if none waits. It
 * comes from this device, and is not uploaded.
 */
export function WaitingPhoto() {
  const { t } = useTranslation();
  const [name, setName] = useState<string | null>(null);
  const [thumb, setThumb] = useState<string | null>(null);

  async function show() {
    const file = await readTried();
    if (!file) return;
    setName(file.name);
    setThumb(await thumbOf(file));
  }
  useOnce(() => void show());

  if (name === null) return null;
  return (
    <div className={classes.photo}>
      <div className={classes.picture}>
        {thumb && <img src={thumb} alt={t('upload.preview', { name })} className={classes.image} />}
      </div>
      <p>{t('auth.waiting')}</p>
    </div>
  );
}
