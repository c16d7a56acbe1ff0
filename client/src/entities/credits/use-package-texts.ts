import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import type { CreditPackage } from '#shared/packages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatPrice } from '#client/lib/amounts.ts';

/** All texts of a package's card, wherever it is shown, and its link. */
export function usePackageTexts({ id, credits, price }: CreditPackage) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = t(`packages.${id}.name`);
  return {
    name,
    description: t(`packages.${id}.description`),
    price: formatPrice(price, language),
    includes: t('packages.includes', { name }),
    features: [
      t('packages.features.videos', { count: credits }),
      t('packages.features.each', { price: formatPrice(Math.round(price / credits), language) }),
    ],
    choose: t('packages.choose'),
    chooseNamed: t('packages.chooseNamed', { name }),
    checkout: href(language, 'checkout', { query: { package: id } }),
  };
}
