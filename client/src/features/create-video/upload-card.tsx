import { useDidUpdate, useNetwork } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLimits } from '#shared/app-limits.ts';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { RefusalHelp } from '#client/entities/photo/ui/refusal-help.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatDuration } from '#client/lib/format.ts';
import { ChosenPhoto } from './chosen-photo.tsx';
import panel from './generation-panel.module.css';
import { PhotoChoice } from './photo-choice.tsx';
import type { Sending } from './sending.ts';
import classes from './upload-card.module.css';
import { showRefusal, type usePhoto } from './use-photo.ts';
import { PhotoPrivacyNote } from './photo-privacy-note.tsx';
import { useConsent } from './use-consent.ts';
import { useUsualTime } from './use-usual-time.ts';

interface UploadCardProps {
  choice: ReturnType<typeof usePhoto>;
  /** Present during an upload. */
  sending: Sending | null;
  takeFocus: boolean;
  notice?: ReactNode;
  /** Called with one or more photos. */
  onChoose: (files: File[]) => void;
  onGenerate: () => void;
  onAbort: () => void;
  /** Called when the user does not want to wait for the connection. */
  onSendNow: () => void;
}

/** Choosing, viewing and sending one photo. */
export function UploadCard(card: UploadCardProps) {
  const { choice, sending, takeFocus, notice, onChoose, onGenerate, onAbort, onSendNow } = card;
  const { t } = useTranslation();
  const usual = useUsualTime();
  const consent = useConsent();
  const { photo, refused } = choice;
  const busy = sending !== null;
  const hasLeft = sending?.fraction === 1 && !sending.block;
  const [focusTitle] = useState(takeFocus);
  const generate = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const invitation = useRef<HTMLInputElement>(null);
  const title = t(photo ? 'upload.chosenTitle' : 'upload.title');

  // The focused element is gone when a photo is added or removed, or an upload starts or ends: focus the next step.
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
        <PhotoChoice ref={invitation} checking={choice.checking} onChoose={onChoose} />
      )}
      {/* What the picture says to everybody else. */}
      <p role="status" className="visuallyHidden">
        {photo && `${t('upload.selected')}: ${t('upload.selectedText', { name: photo.file.name })}`}
      </p>
      <p role="status" className={classes.help}>
        {refused && (
          <span>
            <strong>{`${refused.file.name} `}</strong>
            <RefusalHelp {...refused} />
          </span>
        )}
      </p>
      <p className={classes.cost}>
        <span>{t('upload.cost')} </span>
        {usual && <span>{`${t(`upload.time.${usual.unit}`, { range: usual.range })} `}</span>}
        {!photo && <span>{`${t('queue.invite', { max: appLimits.upload.maxPhotos })} `}</span>}
        <PhotoPrivacyNote />
      </p>
      {photo && consent.isAsked && <p className={classes.cost}>{t('upload.consent')}</p>}
      <div className={panel.foot}>
        {sending && <UploadProgress sending={sending} />}
        {busy && (
          <Button ref={cancel} look="quiet" aria-disabled={sending.canceling} onClick={onAbort}>
            {t(hasLeft ? 'progress.cancel' : 'upload.abort')}
          </Button>
        )}
        {sending?.block?.is === 'lost' ? (
          <Button onClick={onSendNow}>{t('upload.sendNow')}</Button>
        ) : (
          <Button
            ref={generate}
            disabled={busy || choice.checking}
            onClick={() => (photo ? onGenerate() : showRefusal('no_file_selected'))}
          >
            {t(busy ? 'upload.generating' : 'upload.generate')}
          </Button>
        )}
      </div>
    </section>
  );
}

function UploadProgress({ sending: { fraction, block, canceling } }: { sending: Sending }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { online } = useNetwork();
  const percent = Math.round((fraction ?? 0) * 100);
  const moving = fraction === 1 ? t('upload.arriving') : t('upload.uploading', { percent });
  return (
    <div className={`${panel.above} ${classes.sending}`}>
      <p role="status">
        {/* While offline, the page already says so. */}
        {block?.is === 'lost' && online && <span>{t('upload.lost')}</span>}
        {block?.is === 'resting' && (
          <span>{t('upload.resting', { time: formatDuration(block.seconds, language) })}</span>
        )}
      </p>
      {!block && (
        <p>{canceling ? t('progress.canceling') : fraction === null ? t('upload.preparing') : moving}</p>
      )}
      <ProgressBar percent={percent} label={t('upload.uploadProgress')} size={6} />
    </div>
  );
}
