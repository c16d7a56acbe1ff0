import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useFocusOn } from '#client/lib/focus.ts';
import { trpc } from '#client/api/trpc.ts';
import { AccessList } from './access-list.tsx';
import { WaysBack } from './ways-back.tsx';

/**
 * After a password reset: what could see the videos until then, to be kept or ended. Calls `onDone` once that is
 * answered, or at once if there is nothing; what is not answered stays stopped.
 */
export function RecoveredAccesses({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { data: accesses, isError } = trpc.account.accesses.useQuery();
  const isNothing = isError || accesses?.length === 0;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isNothing) done();
  }, [isNothing]);
  useFocusOn(() => document.querySelector<HTMLElement>('main h1'), accesses !== undefined);
  if (!accesses || isNothing) return null;
  return (
    <SectionCard main title={t('account.accesses.stoppedTitle')} lead={t('account.accesses.stopped')}>
      <WaysBack />
      <AccessList accesses={accesses} onAnswered={onDone} />
    </SectionCard>
  );
}
