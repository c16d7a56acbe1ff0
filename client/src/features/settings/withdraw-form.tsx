import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseEntry } from '#shared/schemas/purchases.ts';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { Loading } from '#client/ui/spinner.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatPrice } from '#client/lib/amounts.ts';
import { formatMoment } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

type Offer = PurchaseEntry & { withdrawal: NonNullable<PurchaseEntry['withdrawal']> };

/** The declaration of withdrawal from a purchase, with a confirmation step, and its outcome. */
export function WithdrawForm({ email, named }: { email: string; named: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosen, setChosen] = useState(named);
  const utils = trpc.useUtils();
  const { data: purchases, isError } = trpc.purchases.list.useQuery(undefined, { staleTime: 0 });
  const {
    mutate,
    isPending,
    data: done,
  } = trpc.purchases.withdraw.useMutation({
    meta: { failure: { title: 'withdraw.failed' } },
    onSettled: () => Promise.all([utils.purchases.list.invalidate(), utils.credits.balance.invalidate()]),
  });

  if (done) {
    const amount = formatPrice(done.amount, language);
    const when = formatMoment(done.declaredAt, language);
    return (
      <section>
        <FocusHeading>{t('withdraw.done')}</FocusHeading>
        <p>{t('withdraw.doneText', { amount, email, when })}</p>
      </section>
    );
  }
  if (isError && !purchases) return <p role="alert">{t('account.purchases.unreadable')}</p>;
  if (!purchases) return <Loading />;
  const offers = purchases.filter((each): each is Offer => each.withdrawal !== null);
  const offer = offers.find(({ id }) => id === chosen) ?? offers[0];
  if (!offer) return <p>{t('withdraw.nothing')}</p>;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (offer && !isPending) mutate({ id: offer.id });
  }

  return (
    <SectionCard title={t('withdraw.declaration')}>
      <form className={classes.form} onSubmit={submit}>
        <fieldset className={classes.group}>
          <legend className={classes.strong}>{t('withdraw.choose')}</legend>
          {offers.map((each) => (
            <Choice
              key={each.id}
              offer={each}
              checked={each.id === offer.id}
              onChoose={() => setChosen(each.id)}
            />
          ))}
        </fieldset>
        <p>{t('withdraw.statement', { number: offer.number, email })}</p>
        <p>
          {offer.withdrawal.unlocked > 0
            ? t('withdraw.unlocked', {
                count: offer.withdrawal.unlocked,
                credits: t('credits.count', { count: offer.withdrawal.unlocked }),
              })
            : t('withdraw.rule')}
        </p>
        <p>
          {t('withdraw.result', {
            count: offer.withdrawal.credits,
            credits: t('credits.count', { count: offer.withdrawal.credits }),
            amount: formatPrice(offer.withdrawal.amount, language),
          })}
        </p>
        <Button type="submit" disabled={isPending} className={classes.submit}>
          {t(isPending ? 'withdraw.pending' : 'withdraw.confirm')}
        </Button>
      </form>
    </SectionCard>
  );
}

interface ChoiceProps {
  offer: Offer;
  checked: boolean;
  onChoose: () => void;
}

function Choice({ offer: { number, paidAt, amountPaid }, checked, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const when = formatMoment(paidAt, language);
  const amount = formatPrice(amountPaid, language);
  return (
    <label className={classes.check}>
      <input type="radio" name="purchase" checked={checked} onChange={onChoose} />
      {t('withdraw.purchase', { number, when, amount })}
    </label>
  );
}
