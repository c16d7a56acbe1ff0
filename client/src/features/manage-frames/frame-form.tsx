import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import type { Display, DisplaySettings } from '#shared/schemas/display.ts';
import { Button } from '#client/ui/button.tsx';
import fields from '#client/ui/plain/field.module.css';
import form from '#client/ui/plain/form.module.css';
import { type DraftProblem, type FrameDraft, settingsOf } from './draft.ts';
import { FilmChoice } from './film-choice.tsx';
import classes from './frames.module.css';

interface FrameFormProps {
  /** Null for a new one. */
  frame: Display | null;
  initial: FrameDraft;
  saving: boolean;
  onChange: (draft: FrameDraft) => void;
  onSave: (settings: DisplaySettings) => void;
}

/** What a frame shows and when it is dimmed. */
export function FrameForm({ frame, initial, saving, onChange, onSave }: FrameFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(initial);
  const [problem, setProblem] = useState<DraftProblem | null>(null);

  function change(part: Partial<FrameDraft>) {
    setProblem(null);
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(next);
  }

  function save(event: SubmitEvent) {
    event.preventDefault();
    const settings = settingsOf(draft);
    if (typeof settings === 'string') return setProblem(settings);
    if (!saving) onSave(settings);
  }

  return (
    <form className={form.section} onSubmit={save} noValidate>
      <label className={form.field}>
        {t('frames.name')}
        <input
          className={fields.box}
          value={draft.name}
          maxLength={limits.video.maxNameLength}
          placeholder={t('frames.nameExample')}
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => change({ name: target.value })}
        />
      </label>
      <fieldset className={form.choices}>
        <legend className={classes.legend}>{t('frames.shows')}</legend>
        {[true, false].map((all) => (
          <label key={String(all)} className={form.choice}>
            <input
              type="radio"
              name="frame-films"
              checked={draft.all === all}
              onChange={() => change({ all })}
            />
            {t(all ? 'frames.all' : 'frames.these')}
          </label>
        ))}
        {!draft.all && <FilmChoice chosen={draft.chosen} onChange={(chosen) => change({ chosen })} />}
      </fieldset>
      {problem === 'noFilms' && <Problem text={t('frames.noFilms')} />}
      <fieldset className={form.choices}>
        <legend className={classes.legend}>{t('frames.night')}</legend>
        <label className={form.choice}>
          <input type="checkbox" checked={draft.dimmed} onChange={() => change({ dimmed: !draft.dimmed })} />
          {t('frames.dim')}
        </label>
        {draft.dimmed && (
          <div className={classes.hours}>
            {(['from', 'until'] as const).map((end) => (
              <label key={end} className={form.field}>
                {t(`frames.${end}`)}
                <input
                  className={fields.box}
                  type="time"
                  value={draft[end]}
                  onChange={({ target }) => change({ [end]: target.value })}
                />
              </label>
            ))}
          </div>
        )}
      </fieldset>
      {problem === 'noHours' && <Problem text={t('frames.noHours')} />}
      <Button type="submit" aria-disabled={saving}>
        {t(frame ? 'frames.save' : 'frames.create')}
      </Button>
    </form>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className={form.problem}>
      {text}
    </p>
  );
}
