import { Progress } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { FocusHeading } from '../../components/focus-heading.tsx';
import { moveFocus } from '../../lib/focus.ts';
import { takeSharedPhoto } from '../../lib/installed.ts';
import { holdPhoto, takeKeptPhoto } from '../../lib/kept-photo.ts';
import type { Photo } from '../../lib/photo/read-photo.ts';
import { useOnce } from '../../lib/use-once.ts';
import { ChosenPhoto } from './chosen-photo.tsx';
import panel from './generation-panel.module.css';
import { PhotoChoice } from './photo-choice.tsx';
import classes from './upload-card.module.css';
import type { usePhoto } from './use-photo.ts';
import { usePhotosStay } from './use-photos-stay.ts';
import { useUsualTime } from './use-usual-time.ts';

interface UploadCardProps {
  choice: ReturnType<typeof usePhoto>;
  /** Present while the photo travels; null inside while it is being made ready. */
  sending: { fraction: number | null } | null;
  takeFocus: boolean;
  notice?: ReactNode;
  onGenerate: (photo: Photo) => void;
  onAbort: () => void;
}

/** One photo is chosen, looked at and sent. */
export function UploadCard({ choice, sending, takeFocus, notice, onGenerate, onAbort }: UploadCardProps) {
  const { t } = useTranslation();
  const usual = useUsualTime();
  const photosStay = usePhotosStay();
  const { photo } = choice;
  const busy = sending !== null;
  const [focusTitle] = useState(takeFocus);
  const generate = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const invitation = useRef<HTMLInputElement>(null);
  const title = t(photo ? 'upload.chosenTitle' : 'upload.title');

  // Shared by another app, or tried out before signing in: it need not be chosen again.
  useOnce(() => {
    const waiting = takeSharedPhoto().then((shared) => shared ?? takeKeptPhoto());
    void waiting.then((file) => file && choice.choose(file));
  });

  useEffect(() => holdPhoto(photo?.file ?? null), [photo]);

  // What was in focus has gone when a photo comes or goes, or an upload begins or ends: on to the next step.
  useDidUpdate(() => void moveFocus(photo ? generate : invitation, { stay: true }), [photo]);
  useDidUpdate(() => void moveFocus(busy ? cancel : generate, { stay: true }), [busy]);

  return (
    <section className={panel.card} aria-label={title} aria-busy={busy}>
      {focusTitle ? (
        <FocusHeading className={panel.title}>{title}</FocusHeading>
      ) : (
        <h2 className={panel.title}>{title}</h2>
      )}
      {notice}
      {photo ? (
        <ChosenPhoto photo={photo} choice={choice} disabled={busy} />
      ) : (
        <PhotoChoice
          ref={invitation}
          checking={choice.checking}
          onChoose={choice.choose}
          onRefuse={choice.refuse}
        />
      )}
      {sending && <Sending fraction={sending.fraction} />}
      <p className={classes.cost}>
        {t('upload.cost')} {usual && t(`upload.time.${usual.unit}`, { range: usual.range })}{' '}
        {photosStay !== undefined && t(photosStay ? 'upload.staysHere' : 'upload.goesOut')}
      </p>
      <div className={panel.foot}>
        {busy && (
          <Button ref={cancel} look="quiet" onClick={onAbort}>
            {t('upload.abort')}
          </Button>
        )}
        <Button
          ref={generate}
          disabled={busy || choice.checking}
          onClick={() => (photo ? onGenerate(photo) : choice.refuse('no_file_selected'))}
        >
          {t(busy ? 'upload.generating' : 'upload.generate')}
        </Button>
      </div>
    </section>
  );
}

function Sending({ fraction }: { fraction: number | null }) {
  const { t } = useTranslation();
  const percent = Math.round((fraction ?? 0) * 100);
  return (
    <div className={classes.sending}>
      <p>{fraction === null ? t('upload.preparing') : t('upload.uploading', { percent })}</p>
      <Progress
        value={percent}
        size={6}
        aria-label={t('upload.uploadProgress')}
        classNames={{ root: classes.track }}
      />
    </div>
  );
}
