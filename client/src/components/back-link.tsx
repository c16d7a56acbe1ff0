import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import button from './button.module.css';
import classes from './back-link.module.css';

interface BackLinkProps {
  to: string;
  /** Says where to. */
  label: string;
  /** True where it leads out of the app, to a document of its own. */
  leave?: boolean;
}

/** An arrow that leads back. */
export function BackLink({ to, label, leave = false }: BackLinkProps) {
  return (
    <Link to={to} reloadDocument={leave} className={`${button.round} ${classes.link}`} aria-label={label}>
      <IconArrowLeft size={22} stroke={1.75} aria-hidden />
    </Link>
  );
}
