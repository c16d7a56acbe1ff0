import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import type { Display, DisplaySettings } from '#shared/schemas/display.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import form from '#client/ui/plain/form.module.css';
import { SecretLink } from '#client/ui/secret-link.tsx';
import { useFocusCard } from '#client/ui/use-focus-card.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { neighbourOf } from '#client/lib/neighbour.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { useLast } from '#client/lib/use-last.ts';
import { draftOf } from './draft.ts';
import { FrameForm } from './frame-form.tsx';
import { FrameItem } from './frame-item.tsx';
import classes from './frames.module.css';
import { Television } from './television.tsx';

/** The user's frames, a form for a new one, and the link of a new one, which is shown only once. */
export function Frames() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { frame: calls } = trpc.useUtils();
  const { data: frames, isError, refetch } = trpc.frame.list.useQuery(undefined, { staleTime: 0 });
  // `new` while creating one.
  const [edited, setEdited] = useState<Display | 'new' | null>(null);
  const shown = useLast(edited);
  // Survives closing the form, as by the back button.
  const [newDraft, setNewDraft] = useState(() => draftOf(null));
  const [link, setLink] = useState<{ url: string; frameId: string } | null>(null);
  const lastLink = useLast(link);
  const [onTelevision, setOnTelevision] = useState<Display | null>(null);
  const lastOnTelevision = useLast(onTelevision);
  const [toStop, setToStop] = useState<Display | null>(null);
  const lastToStop = useLast(toStop);
  const section = useRef<HTMLDivElement>(null);
  const newFrame = useRef<HTMLButtonElement>(null);
  const focusOn = useFocusCard(section);
  const reread = () => void calls.list.invalidate();
  const create = trpc.frame.create.useMutation({
    meta: { failure: { title: 'frames.failed' } },
    onSuccess({ secret, frame }) {
      setEdited(null);
      setNewDraft(draftOf(null));
      const url = window.location.origin + href(language, 'frame', { id: secret });
      setLink({ url, frameId: frame.id });
      reread();
    },
  });
  const change = trpc.frame.change.useMutation({
    meta: { failure: { title: 'frames.failed' } },
    onSuccess() {
      setEdited(null);
      showToast({ title: t('frames.saved'), message: t('frames.savedText') });
      reread();
    },
  });
  const stop = trpc.frame.stop.useMutation({
    meta: { failure: { title: 'frames.stopFailed' } },
    onSuccess(_stopped, { id }) {
      showToast({ title: t('frames.stopped'), message: t('frames.stoppedText') });
      focusOn(neighbourOf(frames?.map((frame) => frame.id) ?? [], id));
    },
    onSettled: reread,
  });
  const nameOf = (frame: Display | null) => frame?.name ?? t('frames.unnamed');

  function save(settings: DisplaySettings) {
    if (edited === 'new') create.mutate(settings);
    else if (edited) change.mutate({ ...settings, id: edited.id });
  }

  return (
    <div ref={section} className={classes.frames}>
      {isError && !frames && (
        <div role="alert" className={form.section}>
          <p>{t('frames.unknown')}</p>
          <Button look="quiet" onClick={() => void refetch()}>
            {t('common.tryAgain')}
          </Button>
        </div>
      )}
      {frames?.length === 0 && <p className={classes.none}>{t('frames.none')}</p>}
      {frames && frames.length > 0 && (
        <ul className={classes.list}>
          {frames.map((frame) => (
            <FrameItem
              key={frame.id}
              frame={frame}
              name={nameOf(frame)}
              onTelevision={() => setOnTelevision(frame)}
              onEdit={() => setEdited(frame)}
              onStop={() => setToStop(frame)}
            />
          ))}
        </ul>
      )}
      {frames && (
        <Button ref={newFrame} onClick={() => setEdited('new')}>
          {t('frames.new')}
        </Button>
      )}
      <Dialog
        opened={edited !== null}
        title={shown === 'new' ? t('frames.new') : nameOf(shown)}
        onClose={() => setEdited(null)}
        size="lg"
        fullOnPhone
      >
        {shown && (
          <FrameForm
            key={shown === 'new' ? 'new' : shown.id}
            frame={shown === 'new' ? null : shown}
            initial={shown === 'new' ? newDraft : draftOf(shown)}
            onChange={(draft) => shown === 'new' && setNewDraft(draft)}
            saving={create.isPending || change.isPending}
            onSave={save}
          />
        )}
      </Dialog>
      <Dialog
        opened={link !== null}
        title={t('frames.linkTitle')}
        onClose={() => {
          setLink(null);
          // The form that had it before is gone.
          moveFocus(newFrame);
        }}
        returnFocus={false}
        fullOnPhone
      >
        {lastLink && <Television frameId={lastLink.frameId} />}
        <h3 className={form.heading}>{t('frames.orLink')}</h3>
        <p className={classes.once}>{t('frames.linkText')}</p>
        {lastLink && <SecretLink url={lastLink.url} label={t('frames.link')} code={t('frames.code')} />}
      </Dialog>
      <Dialog
        opened={onTelevision !== null}
        title={t('frames.tvTitle')}
        onClose={() => setOnTelevision(null)}
        fullOnPhone
      >
        {lastOnTelevision && <Television frameId={lastOnTelevision.id} />}
      </Dialog>
      <ConfirmDialog
        opened={toStop !== null}
        title={t('frames.stopTitle', { name: nameOf(lastToStop) })}
        text={t('frames.stopText')}
        action={t('frames.stop')}
        onCancel={() => setToStop(null)}
        onConfirm={() => {
          setToStop(null);
          if (toStop) stop.mutate({ id: toStop.id });
        }}
      />
    </div>
  );
}
