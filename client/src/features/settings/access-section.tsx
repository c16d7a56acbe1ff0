import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '#client/ui/section-card.tsx';
import { moveFocus, useFocusOn } from '#client/lib/focus.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { AccessList } from './access-list.tsx';

interface AccessSectionProps {
  /** True once the password was changed or others were signed out, when the user may want to end more. */
  offered: boolean;
  onAnswered: () => void;
}

/** What else opens something of the account: while a recovery has suspended some of it, and when it is offered. */
export function AccessSection({ offered, onAnswered }: AccessSectionProps) {
  const { t } = useTranslation();
  const { data: accesses = [] } = trpc.account.accesses.useQuery(undefined, { staleTime: 0 });
  const isWaiting = accesses.some(({ suspended }) => suspended);
  if (accesses.length === 0 || !(offered || isWaiting)) return null;
  return (
    <Accesses
      title={t(isWaiting ? 'account.accesses.stoppedTitle' : 'account.accesses.title')}
      offered={offered}
    >
      <p>{t(isWaiting ? 'account.accesses.stopped' : 'account.accesses.working')}</p>
      <AccessList
        // A new list starts with its own choices.
        key={accesses.map(({ id, suspended }) => `${id} ${suspended}`).join()}
        accesses={accesses}
        onAnswered={() => {
          showToast({ title: t('account.accesses.done') });
          // The button that was pressed disappears.
          moveFocus(() => document.querySelector<HTMLElement>('main h1, main'));
          onAnswered();
        }}
      />
    </Accesses>
  );
}

/** Takes the focus when it appears because of what the user just did. */
function Accesses({
  title,
  offered,
  children,
}: {
  title: string;
  offered: boolean;
  children: React.ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOn(() => (offered ? place.current?.querySelector<HTMLElement>('h2') : null), offered);
  return (
    <div ref={place}>
      <SectionCard title={title}>{children}</SectionCard>
    </div>
  );
}
