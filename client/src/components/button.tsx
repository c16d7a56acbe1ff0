import type { ComponentProps, ReactNode } from 'react';
import classes from './button.module.css';
import app from './app-button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `filled` carries the accent: it is for the next step. */
  look?: 'filled' | 'quiet';
  small?: boolean;
  /** Before the words. */
  icon?: ReactNode;
}

/** The app's button with words. What leads elsewhere is a link with the same classes, as all of the landing page's are. */
export function Button({
  look = 'filled',
  small = false,
  icon,
  className = '',
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes[look]} ${app.button} ${small ? app.small : ''} ${className}`}
    >
      {icon && <span className={app.icon}>{icon}</span>}
      {children}
    </button>
  );
}
