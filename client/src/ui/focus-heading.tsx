import { type ReactNode, useRef } from 'react';
import { useFocusOn } from '#client/lib/focus.ts';

/** A card's heading that takes the focus on mount, because the card has replaced another one. */
export function FocusHeading({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOn(heading);
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  );
}
