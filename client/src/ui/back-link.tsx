import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import button from './plain/button.module.css';

interface BackLinkProps {
  to: string;
  /** Says where it leads. */
  label: string;
  /** True if it leads out of the app, to a separate document. */
  leave?: boolean;
}

/** A back link with an arrow. */
export function BackLink({ to, label, leave = false }: BackLinkProps) {
  return (
    <Link to={to} reloadDocument={leave} className={`${button.round} ${button.back}`} aria-label={label}>
      <IconArrowLeft size={22} stroke={1.75} aria-hidden />
    </Link>
  );
}
