import { Skeleton as MantineSkeleton } from '@mantine/core';

/** Keeps the place of what is still loading; screen readers are told otherwise. */
export function Skeleton({ className, testId }: { className: string | undefined; testId?: string }) {
  return <MantineSkeleton className={className} aria-hidden data-testid={testId} />;
}
