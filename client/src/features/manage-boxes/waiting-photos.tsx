import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingPhoto } from '#shared/schemas/box.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import form from '#client/ui/plain/form.module.css';
import { Button } from '#client/ui/button.tsx';
import { useFocusCard } from '#client/ui/use-focus-card.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { neighbourOf } from '#client/lib/neighbour.ts';
import { trpc } from '#client/api/trpc.ts';
import { useLast } from '#client/lib/use-last.ts';
import classes from './boxes.module.css';
import { useAnswers } from './use-answers.ts';
import { WaitingCard } from './waiting-card.tsx';

/** Photos sent by relatives, to be animated or refused. */
export function WaitingPhotos({ onPaymentNeeded }: { onPaymentNeeded: () => void }) {
  const { t } = useTranslation();
  const { data: photos } = trpc.box.waiting.useQuery(undefined, { staleTime: 0 });
  const section = useRef<HTMLElement>(null);
  const focusOn = useFocusCard(section);
  const { approve, refuse, answering } = useAnswers({
    onPaymentNeeded,
    onAnswered: (id) => focusOn(neighbourOf(photos?.map((photo) => photo.id) ?? [], id)),
  });
  const [toRefuse, setToRefuse] = useState<WaitingPhoto | null>(null);
  const lastToRefuse = useLast(toRefuse);
  const [block, setBlock] = useState(false);
  const [toDrop, setToDrop] = useState<WaitingPhoto | null>(null);
  const lastToDrop = useLast(toDrop);

  function refuseIt() {
    if (toRefuse) refuse(toRefuse, block);
    setToRefuse(null);
    setBlock(false);
  }

  return (
    <section ref={section} className={classes.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={classes.title}>
        {t('boxes.waiting')}
      </h2>
      {!photos?.length && (
        // Until it is known, in its place but invisible: what follows does not move.
        <p className={form.text} style={{ visibility: photos ? undefined : 'hidden' }}>
          {t('boxes.nobody')}
        </p>
      )}
      {photos && photos.length > 0 && (
        <ul className={classes.photos}>
          {photos.map((photo) => (
            <WaitingCard
              key={photo.id}
              photo={photo}
              busy={answering}
              onApprove={(withStory) =>
                photo.story && !withStory ? setToDrop(photo) : approve(photo, withStory)
              }
              onRefuse={() => setToRefuse(photo)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={toDrop !== null}
        title={t('boxes.dropTitle')}
        text={t('boxes.dropText', { name: lastToDrop?.sender })}
        action={t('boxes.approve')}
        onCancel={() => setToDrop(null)}
        onConfirm={() => {
          setToDrop(null);
          if (toDrop) approve(toDrop, false);
        }}
      />
      <Dialog opened={toRefuse !== null} title={t('boxes.refuseTitle')} onClose={() => setToRefuse(null)}>
        <p>{t('boxes.refuseText', { name: lastToRefuse?.sender })}</p>
        <label className={form.choice}>
          <input type="checkbox" checked={block} onChange={() => setBlock(!block)} />
          {t('boxes.block')}
        </label>
        <div className={classes.actions}>
          <Button look="quiet" data-autofocus onClick={() => setToRefuse(null)}>
            {t('common.cancel')}
          </Button>
          <Button onClick={refuseIt}>{t('boxes.refuse')}</Button>
        </div>
      </Dialog>
    </section>
  );
}
