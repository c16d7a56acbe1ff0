import { useState } from 'react';

/** A value, or the previous one while it is null: for content that is still visible while it fades out. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
