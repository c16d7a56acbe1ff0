import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './back-link.module.css';

/** An arrow that leads back; `label` says where to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={classes.link} aria-label={label}>
      <IconArrowLeft size={22} stroke={1.75} aria-hidden />
    </Link>
  );
}
