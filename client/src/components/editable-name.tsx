import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusLater } from '../lib/focus-later.ts';
import { Button } from './button.tsx';
import button from './button.module.css';
import fields from './field.module.css';
import classes from './editable-name.module.css';

interface EditableNameProps {
  /** Null without one. */
  name: string | null;
  /** What stands there instead. */
  shown: string;
  maxLength: number;
  /** True where there must be a name: an empty one is not saved. */
  required?: boolean;
  /** False while it can't be changed; what shows the name stays the same element. */
  editable?: boolean;
  /** Offered as it is, for one press. */
  suggestion?: string | null;
  /** Announces its own failures. */
  onRename: (name: string | null) => Promise<unknown>;
  /** The name as it is shown. */
  children: ReactNode;
}

/** A name that can be changed where it stands. Enter keeps what was typed, Escape what was there. */
export function EditableName({ shown, editable = true, children, ...rest }: EditableNameProps) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const focusLater = useFocusLater();
  const pencil = useRef<HTMLButtonElement>(null);

  function close() {
    setEditing(false);
    focusLater(pencil);
  }

  if (editing) return <NameForm {...rest} onClose={close} />;
  return (
    <div className={classes.row}>
      {children}
      {editable && (
        <button
          ref={pencil}
          type="button"
          className={`${button.round} ${classes.pencil}`}
          aria-label={t('name.change', { name: shown })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={18} stroke={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}

type NameFormProps = Omit<EditableNameProps, 'shown' | 'editable' | 'children'> & { onClose: () => void };

function NameForm({ name, maxLength, required = false, suggestion, onRename, onClose }: NameFormProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function save(typed: string) {
    const next = typed.trim() || null;
    if (pending) return;
    if (next === name) return onClose();
    if (required && next === null) return field.current?.focus();
    setPending(true);
    try {
      await onRename(next);
      onClose();
    } catch {
      // It was said; what was typed stays.
      setPending(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  }

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(field.current?.value ?? '');
      }}
    >
      <input
        ref={field}
        // The press that opened the form asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={`${fields.box} ${classes.field}`}
        aria-label={t('name.label')}
        placeholder={t('name.example')}
        defaultValue={name ?? ''}
        maxLength={maxLength}
        required={required}
        autoComplete="off"
        enterKeyHint="done"
        // Escape then ends the naming, not a dialog that it stands in.
        data-mantine-stop-propagation
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="submit" className={button.round} aria-label={t('name.save')} aria-disabled={pending}>
        <IconCheck size={20} aria-hidden />
      </button>
      <button type="button" className={button.round} aria-label={t('name.keep')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </button>
      {suggestion && (
        <Button look="quiet" small className={classes.suggestion} onClick={() => void save(suggestion)}>
          {t('name.suggestion', { name: suggestion })}
        </Button>
      )}
    </form>
  );
}
