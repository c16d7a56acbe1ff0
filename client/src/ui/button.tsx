import type { ComponentProps, ReactNode } from 'react';
import classes from './plain/button.module.css';
import app from './app-button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `filled` has the accent colour: use it for the next step. */
  look?: 'filled' | 'quiet';
  small?: boolean;
  /** Shown before the label. */
  icon?: ReactNode;
}

/** The app's button with a label. Anything that navigates is a link with the same classes, as on the landing page. */
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
