import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { familyLimits } from '#shared/family-limits.ts';
import type { FilmRef, SharingState } from '#shared/schemas/share.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatDay } from '#client/lib/format.ts';
import { putData } from '#client/api/put-data.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import fields from '#client/ui/plain/field.module.css';
import classes from '#client/ui/plain/form.module.css';
import { milliseconds } from '#shared/durations.ts';

/** What a film's public page says, until when it exists, and a switch to turn it off. */
export function ShareSettings({ film }: { film: FilmRef }) {
  const { t } = useTranslation();
  const { data: sharing, isError } = trpc.share.get.useQuery(film, { staleTime: 0 });
  return (
    <section className={classes.section} aria-labelledby="sharing-title">
      <h3 id="sharing-title" className={classes.heading}>
        {t('sharing.title')}
      </h3>
      {isError && !sharing && <p role="alert">{t('sharing.unknown')}</p>}
      {sharing && <Settings key={film.id} film={film} sharing={sharing} />}
    </section>
  );
}

const days = { never: null, week: 7, month: 30, year: 365 } as const;
type End = keyof typeof days;
const ends = Object.keys(days) as End[];

/** What was typed. */
interface Draft {
  sender: string;
  dedication: string;
  end: End | 'kept';
}

/** What was typed for films, by id, and is not saved yet: outlives the dialog, but not the document. */
const drafts = new Map<string, Draft>();

function endOf(end: End | 'kept', kept: string | null): string | null {
  if (end === 'kept') return kept;
  const count = days[end];
  return count === null ? null : new Date(Date.now() + count * milliseconds.day).toISOString();
}

function Settings({ film, sharing }: { film: FilmRef; sharing: SharingState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { get } = trpc.useUtils().share;
  const [draft, setDraft] = useState<Draft>(
    () =>
      drafts.get(film.id) ?? {
        sender: sharing.sender ?? '',
        dedication: sharing.dedication ?? '',
        end: 'kept',
      },
  );
  const { sender, dedication, end } = draft;
  const [opened] = useState(Date.now);
  const { mutate, isPending } = trpc.share.set.useMutation({
    meta: { failure: { title: 'sharing.failed' } },
    async onSuccess(saved, sent) {
      await putData(get, film, saved);
      // Sharing may also be stopped before what was typed is saved.
      const typed = drafts.get(film.id);
      if (typed?.sender === sent.sender && typed.dedication === sent.dedication) {
        drafts.delete(film.id);
        setDraft((before) => ({ ...before, end: 'kept' }));
      }
      showToast({ title: t('sharing.saved'), message: t('sharing.savedText') });
    },
  });
  const ended = sharing.until !== null && new Date(sharing.until).getTime() <= opened;
  const hidden = sharing.stopped || ended;

  function change(changes: Partial<Draft>) {
    const changed = { ...draft, ...changes };
    drafts.set(film.id, changed);
    setDraft(changed);
  }

  function save() {
    if (isPending) return;
    mutate({ ...film, ...sharing, sender, dedication, until: endOf(end, sharing.until) });
  }

  function toggle() {
    if (isPending) return;
    // An expired page is published again without an end date, since the owner has just asked for it.
    mutate({ ...film, ...sharing, stopped: !hidden, until: ended ? null : sharing.until });
  }

  return (
    <>
      {sharing.hidden && <p role="alert">{t('sharing.hidden')}</p>}
      <p className={classes.text}>{t('sharing.text')}</p>
      <label className={classes.field}>
        {t('sharing.sender')}
        <input
          className={fields.box}
          value={sender}
          maxLength={familyLimits.share.maxSenderLength}
          placeholder={t('sharing.senderExample')}
          autoComplete="name"
          onChange={({ target }) => change({ sender: target.value })}
        />
      </label>
      <label className={classes.field}>
        {t('sharing.dedication')}
        <textarea
          className={fields.box}
          value={dedication}
          rows={3}
          maxLength={familyLimits.share.maxDedicationLength}
          onChange={({ target }) => change({ dedication: target.value })}
        />
      </label>
      <label className={classes.field}>
        {t('sharing.until')}
        <select
          className={fields.box}
          value={end}
          onChange={({ target }) => change({ end: target.value as Draft['end'] })}
        >
          {sharing.until !== null && (
            <option value="kept">
              {t('sharing.untilDate', { date: formatDay(sharing.until, language) })}
            </option>
          )}
          {ends.map((each) => (
            // The current setting is not offered as a change.
            <option key={each} value={each === 'never' && sharing.until === null ? 'kept' : each}>
              {t(`sharing.ends.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <Button look="quiet" aria-disabled={isPending} onClick={save}>
        {t('sharing.save')}
      </Button>
      <p className={classes.text} role="status">
        {t(sharing.stopped ? 'sharing.stopped' : ended ? 'sharing.ended' : 'sharing.shared')}
      </p>
      <Button look="quiet" small aria-disabled={isPending} onClick={toggle}>
        {t(hidden ? 'sharing.resume' : 'sharing.stop')}
      </Button>
    </>
  );
}
