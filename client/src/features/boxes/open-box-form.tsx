import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { familyLimits } from '../../../../shared/family-limits.ts';
import { Button } from '../../components/button.tsx';
import fields from '../../components/field.module.css';
import form from '../../components/form.module.css';
import classes from './boxes.module.css';

/** Asks what a new box is for: its senders see that. */
export function OpenBoxForm({ opening, onOpen }: { opening: boolean; onOpen: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (name.trim() === '') return setMissing(true);
    if (!opening) onOpen(name);
  }

  return (
    <form className={form.section} onSubmit={submit} noValidate>
      <label className={form.field}>
        {t('boxes.name')}
        <input
          className={fields.box}
          value={name}
          maxLength={familyLimits.box.maxNameLength}
          placeholder={t('boxes.nameExample')}
          autoComplete="off"
          aria-invalid={missing}
          data-autofocus
          onChange={({ target }) => {
            setMissing(false);
            setName(target.value);
          }}
        />
      </label>
      {missing && (
        <p role="alert" className={classes.problem}>
          {t('boxes.nameMissing')}
        </p>
      )}
      <Button type="submit" aria-disabled={opening}>
        {t('boxes.open')}
      </Button>
    </form>
  );
}
