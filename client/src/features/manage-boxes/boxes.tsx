import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import type { Box } from '#shared/schemas/box.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { SecretLink } from '#client/ui/secret-link.tsx';
import { useFocusCard } from '#client/ui/use-focus-card.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { formatDay } from '#client/lib/format.ts';
import { neighbourOf } from '#client/lib/neighbour.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { useLast } from '#client/lib/use-last.ts';
import classes from './boxes.module.css';
import { OpenBoxForm } from './open-box-form.tsx';

/** The user's open boxes, a form for a new one, and the link of a new one, which is shown only once. */
export function Boxes() {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const { data: boxes, isError, refetch } = trpc.box.list.useQuery(undefined, { staleTime: 0 });
  const [opening, setOpening] = useState(false);
  const [name, setName] = useState('');
  const [asksForStory, setAsksForStory] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const lastLink = useLast(link);
  const [toClose, setToClose] = useState<Box | null>(null);
  const lastToClose = useLast(toClose);
  const section = useRef<HTMLElement>(null);
  const newBox = useRef<HTMLButtonElement>(null);
  const focusOn = useFocusCard(section);
  const reread = () => void utils.box.list.invalidate();
  const open = trpc.box.open.useMutation({
    meta: { failure: { title: 'boxes.openFailed' } },
    onSuccess({ secret }) {
      setOpening(false);
      setName('');
      setAsksForStory(false);
      setLink(window.location.origin + href(language, 'box', { id: secret }));
      reread();
    },
  });
  const close = trpc.box.close.useMutation({
    meta: { failure: { title: 'boxes.closeFailed' } },
    onSuccess(_closed, { id }) {
      showToast({ title: t('boxes.closed'), message: t('boxes.closedText') });
      focusOn(neighbourOf(boxes?.map((box) => box.id) ?? [], id));
    },
    onSettled: reread,
  });

  return (
    <section ref={section} className={classes.section} aria-labelledby="boxes-title">
      <h2 id="boxes-title" className={classes.title}>
        {t('boxes.boxes')}
      </h2>
      {isError && !boxes && (
        <div role="alert" className={classes.section}>
          <p>{t('boxes.unknown')}</p>
          <Button look="quiet" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {boxes && boxes.length > 0 && (
        <ul className={classes.list}>
          {boxes.map((box) => (
            <li key={box.id} className={classes.box} data-card={box.id}>
              <h3 tabIndex={-1} className={classes.sender}>
                {box.name}
              </h3>
              <p className={classes.about}>{t('boxes.until', { date: formatDay(box.closesAt, language) })}</p>
              {box.asksForStory && <p className={classes.about}>{t('boxes.storiesAsked')}</p>}
              <Button
                look="quiet"
                small
                aria-label={t('boxes.closeNamed', { name: box.name })}
                onClick={() => setToClose(box)}
              >
                {t('boxes.close')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {boxes && (
        <Button ref={newBox} onClick={() => setOpening(true)}>
          {t('boxes.new')}
        </Button>
      )}
      <Dialog opened={opening} title={t('boxes.new')} onClose={() => setOpening(false)}>
        <OpenBoxForm
          name={name}
          onName={setName}
          asksForStory={asksForStory}
          onAsksForStory={setAsksForStory}
          opening={open.isPending}
          onOpen={() => open.mutate({ name, asksForStory })}
        />
      </Dialog>
      <Dialog
        opened={link !== null}
        title={t('boxes.linkTitle')}
        onClose={() => {
          setLink(null);
          // The form that had it before is gone.
          moveFocus(newBox);
        }}
        returnFocus={false}
        fullOnPhone
      >
        <p className={classes.once}>{t('boxes.linkText')}</p>
        {lastLink && <SecretLink url={lastLink} label={t('boxes.link')} code={t('boxes.code')} />}
      </Dialog>
      <ConfirmDialog
        opened={toClose !== null}
        title={t('boxes.closeTitle', { name: lastToClose?.name })}
        text={t('boxes.closeText')}
        action={t('boxes.close')}
        onCancel={() => setToClose(null)}
        onConfirm={() => {
          setToClose(null);
          if (toClose) close.mutate({ id: toClose.id });
        }}
      />
    </section>
  );
}
