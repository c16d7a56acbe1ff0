import { useState } from 'react';

/** A value, or the one before it where it is null now: for what is still seen while it fades. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
