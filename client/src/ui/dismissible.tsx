import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocus } from '#client/lib/focus.ts';
import type { StoredText } from '#client/lib/storage.ts';
import button from './plain/button.module.css';
import classes from './dismissible.module.css';

interface DismissibleProps {
  /** Where it is stored that it was closed; without it, that is forgotten when the page is left. */
  closed?: StoredText;
  children: ReactNode;
}

/** A notice with a button that closes it. */
export function Dismissible({ closed, children }: DismissibleProps) {
  const { t } = useTranslation();
  const [isClosed, setClosed] = useState(() => closed?.read() != null);
  if (isClosed) return null;
  function close() {
    closed?.write('yes');
    setClosed(true);
    moveFocus(document.getElementById('main'), { stay: true });
  }
  return (
    <div className={classes.notice}>
      {children}
      <button
        type="button"
        className={`${button.round} ${classes.close}`}
        aria-label={t('common.close')}
        onClick={close}
      >
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}
