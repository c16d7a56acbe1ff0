import { useDidUpdate, useNetwork } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appLimits } from '#shared/app-limits.ts';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import type { Outbox } from '#client/entities/outbox/outbox.ts';
import { isSending, type OutboxView, sendable, tally } from '#client/entities/outbox/photos.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatDuration } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import panel from '../generation-panel.module.css';
import { PhotoPrivacyNote } from '../photo-privacy-note.tsx';
import { useConsent } from '../use-consent.ts';
import { CreditOffer, CreditOfferLink } from './credit-offer.tsx';
import classes from './queue-card.module.css';
import { QueuedPhotoItem } from './queued-photo-item.tsx';
import { useThumbs } from './use-thumbs.ts';

interface QueueCardProps {
  view: OutboxView;
  outbox: Outbox;
  takeFocus: boolean;
  notice?: ReactNode;
  onAnother: () => void;
}

/** Several photos: their cost, the progress of each and in total, and what is missing. */
export function QueueCard({ view, outbox, takeFocus, notice, onAnother }: QueueCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const card = useRef<HTMLElement>(null);
  const [focusTitle] = useState(takeFocus);
  const credits = trpc.credits.balance.useQuery().data?.credits;
  const consent = useConsent();
  const { photos } = view;
  const busy = isSending(view);
  const thumbs = useThumbs(photos, outbox);
  const open = sendable(view).length;
  const affordable = Math.min(open, credits ?? open);
  const missing = open - affordable;
  const isReading = photos.some(({ row, phase }) => phase.is === 'ready' && !thumbs.has(row.id));
  const title = t('queue.title', { count: photos.length });
  const heading = () => card.current?.querySelector('h2');

  // The focused element is gone: a photo was removed, or sending started or ended.
  useDidUpdate(() => void moveFocus(heading, { stay: !busy }), [photos.length, busy]);

  function send() {
    const ids = sendable(view).map(({ row }) => row.id);
    void outbox.send(ids.slice(0, affordable), { language, consent: consent.says, options: null });
  }

  return (
    <section ref={card} className={panel.card} aria-label={title} aria-busy={busy}>
      {focusTitle ? (
        <FocusHeading className={panel.title}>{title}</FocusHeading>
      ) : (
        <h2 tabIndex={-1} className={panel.title}>
          {title}
        </h2>
      )}
      {!busy && notice}
      <Words view={view} isReading={isReading} />
      {open > 0 && !busy && (
        <p className={classes.cost}>
          <span>{`${t('queue.cost', { count: open * appLimits.generation.creditCost })} `}</span>
          {credits !== undefined && <span>{`${t('queue.have', { count: credits })} `}</span>}
          <PhotoPrivacyNote several />
        </p>
      )}
      {!busy && missing > 0 && <CreditOffer missing={missing} />}
      <ul className={classes.grid} aria-label={t('queue.photos')}>
        {photos.map((photo) => (
          <QueuedPhotoItem
            key={photo.row.id}
            photo={photo}
            thumb={thumbs.get(photo.row.id)}
            onRemove={busy ? null : () => void outbox.remove([photo.row.id])}
          />
        ))}
      </ul>
      {!busy && affordable > 0 && consent.isAsked && <p className={classes.cost}>{t('queue.consent')}</p>}
      <div className={panel.foot}>
        {busy && (
          <Button look="quiet" onClick={outbox.stop}>
            {t('queue.stop')}
          </Button>
        )}
        {busy && view.block?.is === 'lost' && <Button onClick={outbox.sendNow}>{t('upload.sendNow')}</Button>}
        {!busy && open === 0 && !isReading && <Button onClick={onAnother}>{t('queue.another')}</Button>}
        {!busy && affordable > 0 && (
          <Button look={missing > 0 ? 'quiet' : 'filled'} disabled={isReading} onClick={send}>
            {t('queue.generate', { count: affordable })}
          </Button>
        )}
        {!busy && missing > 0 && <CreditOfferLink missing={missing} />}
      </div>
    </section>
  );
}

/** The overall progress, as a bar and a sentence that is announced. */
function Words({ view, isReading }: { view: OutboxView; isReading: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { online } = useNetwork();
  const { sent, total, percent } = tally(view);
  const { isCut, block } = view;
  const busy = isSending(view);
  const isOver = !busy && sendable(view).length === 0 && !isReading;
  return (
    <div className={classes.words}>
      {busy && <ProgressBar percent={percent} label={t('queue.progress')} size={10} />}
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
