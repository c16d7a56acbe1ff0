import { IconMoodSad } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '#shared/errors.ts';
import classes from './card.module.css';

interface CardFailureProps {
  code: ErrorCode;
  className: string;
  children?: ReactNode;
}

/** Replaces a film that failed, with the reason. */
export function CardFailure({ code, className, children }: CardFailureProps) {
  const { t } = useTranslation();
  return (
    <div className={`${classes.picture} ${classes.failed} ${className}`}>
      <IconMoodSad size={36} stroke={1.5} aria-hidden />
      <p>{t(`errors.${code}`)}</p>
      {children}
    </div>
  );
}
