import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** The time in milliseconds, renewed each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return now;
}
