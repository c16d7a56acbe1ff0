import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';

/** What the packages and checkout pages say as long as nothing is for sale. */
export function BuyingClosed() {
  const { t } = useTranslation();
  return <Notice title={t('buying.heading')} text={t('buying.text')} />;
}
