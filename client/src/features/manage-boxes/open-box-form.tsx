import { plainLine } from '#shared/plain-text.ts';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { familyLimits } from '#shared/family-limits.ts';
import { Button } from '#client/ui/button.tsx';
import fields from '#client/ui/plain/field.module.css';
import form from '#client/ui/plain/form.module.css';
import { moveFocus } from '#client/lib/focus.ts';

interface OpenBoxFormProps {
  /** Owned by the page: what was typed survives closing the dialog. */
  name: string;
  onName: (name: string) => void;
  asksForStory: boolean;
  onAsksForStory: (asks: boolean) => void;
  opening: boolean;
  onOpen: () => void;
}

/** Asks for the purpose of a new box, which its senders see, and whether they are asked for stories. */
export function OpenBoxForm({
  name,
  onName,
  asksForStory,
  onAsksForStory,
  opening,
  onOpen,
}: OpenBoxFormProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const hintId = useId();

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (plainLine(name) !== '') return opening || onOpen();
    setMissing(true);
    moveFocus(field);
  }

  return (
    <form className={form.section} onSubmit={submit} noValidate>
      <label className={form.field}>
        {t('boxes.name')}
        <input
          ref={field}
          className={fields.box}
          value={name}
          maxLength={familyLimits.box.maxNameLength}
          placeholder={t('boxes.nameExample')}
          autoComplete="off"
          aria-invalid={missing}
          aria-describedby={missing ? problemId : undefined}
          data-autofocus
          onChange={({ target }) => {
            setMissing(false);
            onName(target.value);
          }}
        />
      </label>
      {missing && (
        <p id={problemId} role="alert" className={form.problem}>
          {t('boxes.nameMissing')}
        </p>
      )}
      <div>
        <label className={form.choice}>
          <input
            type="checkbox"
            checked={asksForStory}
            aria-describedby={hintId}
            onChange={({ target }) => onAsksForStory(target.checked)}
          />
          {t('boxes.asksForStory')}
        </label>
        <p id={hintId} className={form.text}>
          {t('boxes.asksForStoryHint')}
        </p>
      </div>
      <Button type="submit" aria-disabled={opening}>
        {t('boxes.open')}
      </Button>
    </form>
  );
}
