import { useTranslation } from 'react-i18next';
import { Dismissible } from '#client/ui/dismissible.tsx';

/** Says, in the tab that the visitor left for the payment, that it was completed in another one. */
export function PaidElsewhere() {
  const { t } = useTranslation();
  return (
    <Dismissible>
      <p role="status">
        <strong>{t('payment.elsewhere')}</strong>
        <span>{t('payment.elsewhereText')}</span>
      </p>
    </Dismissible>
  );
}
