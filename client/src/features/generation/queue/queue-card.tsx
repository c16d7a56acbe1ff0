import { useDidUpdate, useNetwork } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLimits } from '#shared/app-limits.ts';
import { Button } from '#client/components/button.tsx';
import { FocusHeading } from '#client/components/focus-heading.tsx';
import { ProgressBar } from '#client/components/progress-bar.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatDuration } from '#client/lib/format.ts';
import { trpc } from '#client/lib/trpc.ts';
import panel from '../generation-panel.module.css';
import { PhotoPrivacyNote } from '../photo-privacy-note.tsx';
import { useConsent } from '../use-consent.ts';
import { CreditOffer, CreditOfferLink } from './credit-offer.tsx';
import { type Queue, sendable, tally } from './queue.ts';
import classes from './queue-card.module.css';
import { QueuedPhotoItem } from './queued-photo-item.tsx';
import type { useQueue } from './use-queue.ts';

interface QueueCardProps {
  queue: Queue;
  several: ReturnType<typeof useQueue>;
  notice?: ReactNode;
  onAnother: () => void;
}

/** Several photos: their cost, the progress of each and in total, and what is missing. */
export function QueueCard({ queue, several, notice, onAnother }: QueueCardProps) {
  const { t } = useTranslation();
  const card = useRef<HTMLElement>(null);
  const [focusTitle] = useState(several.byHand);
  const credits = trpc.credits.balance.useQuery().data?.credits;
  const consent = useConsent();
  const { photos, isSending } = queue;
  const open = sendable(queue).length;
  const affordable = Math.min(open, credits ?? open);
  const missing = open - affordable;
  const isReading = photos.some(({ state }) => state.is === 'reading');
  const title = t('queue.title', { count: photos.length });
  const heading = () => card.current?.querySelector('h2');

  // The focused element is gone: a photo was removed, or sending started or ended.
  useDidUpdate(() => void moveFocus(heading, { stay: !isSending }), [photos.length, isSending]);

  return (
    <section ref={card} className={panel.card} aria-label={title} aria-busy={isSending}>
      {focusTitle ? (
        <FocusHeading className={panel.title}>{title}</FocusHeading>
      ) : (
        <h2 tabIndex={-1} className={panel.title}>
          {title}
        </h2>
      )}
      {!isSending && notice}
      <Words queue={queue} />
      {open > 0 && !isSending && (
        <p className={classes.cost}>
          {t('queue.cost', { count: open * appLimits.generation.creditCost })}{' '}
          {credits !== undefined && t('queue.have', { count: credits })} <PhotoPrivacyNote several />
        </p>
      )}
      {!isSending && missing > 0 && <CreditOffer missing={missing} />}
      <ul className={classes.grid} aria-label={t('queue.photos')}>
        {photos.map((photo) => (
          <QueuedPhotoItem
            key={photo.place}
            photo={photo}
            onRemove={isSending ? null : () => several.remove(photo.place)}
          />
        ))}
      </ul>
      {!isSending && affordable > 0 && consent.isAsked && (
        <p className={classes.cost}>{t('queue.consent')}</p>
      )}
      <div className={panel.foot}>
        {isSending && (
          <Button look="quiet" onClick={several.stop}>
            {t('queue.stop')}
          </Button>
        )}
        {isSending && queue.block?.is === 'lost' && (
          <Button onClick={several.sendNow}>{t('upload.sendNow')}</Button>
        )}
        {!isSending && open === 0 && !isReading && <Button onClick={onAnother}>{t('queue.another')}</Button>}
        {!isSending && affordable > 0 && (
          <Button
            look={missing > 0 ? 'quiet' : 'filled'}
            disabled={isReading}
            onClick={() => void several.send(affordable)}
          >
            {t('queue.generate', { count: affordable })}
          </Button>
        )}
        {!isSending && missing > 0 && <CreditOfferLink missing={missing} />}
      </div>
    </section>
  );
}

/** The overall progress, as a bar and a sentence that is announced. */
function Words({ queue }: { queue: Queue }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { online } = useNetwork();
  const { sent, total, percent } = tally(queue);
  const { isSending, isCut, block } = queue;
  const open = sendable(queue).length;
  const isReading = queue.photos.some(({ state }) => state.is === 'reading');
  const isOver = !isSending && open === 0 && !isReading;
  return (
    <div className={classes.words}>
      {isSending && <ProgressBar percent={percent} label={t('queue.progress')} size={10} />}
      <div role="status">
        {isCut && <p>{t('queue.cut', { max: appLimits.upload.maxPhotos })}</p>}
        {total > 0 && !isOver && <p>{t('queue.sentOf', { sent, total })}</p>}
        {isOver && <p>{sent > 0 ? t('queue.done', { count: sent }) : t('queue.none')}</p>}
        {/* While offline, the page already says so. */}
        {block?.is === 'lost' && online && <p>{t('queue.lost')}</p>}
        {block?.is === 'resting' && (
          <p>{t('queue.resting', { time: formatDuration(block.seconds, language) })}</p>
        )}
      </div>
    </div>
  );
}
