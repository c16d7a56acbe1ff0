import { plainLine } from '#shared/plain-text.ts';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusLater } from '#client/lib/focus-later.ts';
import { Button } from './button.tsx';
import button from './plain/button.module.css';
import fields from './plain/field.module.css';
import classes from './editable-name.module.css';

interface EditableNameProps {
  /** Null if it has none. */
  name: string | null;
  /** What the button that changes it calls it. */
  shown: string;
  maxLength: number;
  /** True if the name must not be empty: an empty one is not saved. */
  required?: boolean;
  /** A suggestion that one press accepts. */
  suggestion?: string | null;
  /** Reports its own failures. */
  onRename: (name: string | null) => Promise<unknown>;
  /** The name as displayed. */
  children: ReactNode;
}

/** A name that can be edited in place. Enter saves, Escape cancels. */
export function EditableName({ shown, children, ...rest }: EditableNameProps) {
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
      <button
        ref={pencil}
        type="button"
        className={`${button.round} ${classes.pencil}`}
        aria-label={t('name.change', { name: shown })}
        onClick={() => setEditing(true)}
      >
        <IconPencil size={18} stroke={1.75} aria-hidden />
      </button>
    </div>
  );
}

type NameFormProps = Omit<EditableNameProps, 'shown' | 'children'> & { onClose: () => void };

/** The field in place of a name. Enter saves, Escape cancels; either closes it. */
export function NameForm({
  name,
  maxLength,
  required = false,
  suggestion,
  onRename,
  onClose,
}: NameFormProps) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function save(typed: string) {
    const next = plainLine(typed) || null;
    if (pending) return;
    if (next === name) return onClose();
    if (required && next === null) return field.current?.focus();
    setPending(true);
    try {
      await onRename(next);
      onClose();
    } catch {
      // The failure was reported; the input is kept.
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
        // The user asked for it by opening the form.
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
        // Escape then cancels the edit instead of closing the surrounding dialog.
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
