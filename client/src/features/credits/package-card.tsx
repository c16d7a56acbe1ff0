import { Button } from '@mantine/core';
import { IconLibraryPhoto, IconCheck, IconInfinity, IconPhotoHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CreditPackage, PackageId } from '../../../../shared/packages.ts';
import { href } from '../../../../shared/pages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatPrice } from '../../lib/amounts.ts';
import classes from './package-card.module.css';

const icons = { heritage: IconPhotoHeart, legacy: IconLibraryPhoto, eternal: IconInfinity } satisfies Record<
  PackageId,
  unknown
>;

interface PackageCardProps {
  offer: CreditPackage;
  /** False where nothing can be bought: the card then has no button. */
  available: boolean;
  headingLevel: 'h2' | 'h3';
}

/** One package: what it is, what it gives, what it costs, and the way to the checkout. */
export function PackageCard({ offer, available, headingLevel: Heading }: PackageCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, credits, price, popular } = offer;
  const name = t(`packages.${id}.name`);
  const Icon = icons[id];
  return (
    <li className={classes.card} data-popular={popular || undefined} data-package={id}>
      {popular && <p className={classes.popular}>{t('packages.popular')}</p>}
      <Icon className={classes.icon} size={34} stroke={1.4} aria-hidden />
      <div className={classes.words}>
        <Heading className={classes.name}>{name}</Heading>
        <p className={classes.description}>{t(`packages.${id}.description`)}</p>
      </div>
      <p className={classes.priceLine}>
        <strong className={classes.price}>{formatPrice(price, language)}</strong>
        <span className={classes.credits}>{t('credits.count', { count: credits })}</span>
      </p>
      <ul className={classes.features} aria-label={t('packages.includes', { name })}>
        {featuresOf(offer).map(([feature, values]) => (
          <li key={feature} className={classes.feature}>
            <IconCheck size={18} aria-hidden />
            <span>
              {t(`packages.features.${feature}`, {
                ...values,
                price: formatPrice(values.price ?? 0, language),
              })}
            </span>
          </li>
        ))}
      </ul>
      {available && (
        <Button
          component={Link}
          to={href(language, 'checkout', { query: { package: id } })}
          variant={popular ? 'filled' : 'default'}
          fullWidth
          className={classes.choose}
          aria-label={t('packages.chooseNamed', { name })}
        >
          {t('packages.choose')}
        </Button>
      )}
    </li>
  );
}

/** What a package's list says, with the numbers that go into it; `price` is that of one video, in cents. */
function featuresOf({ credits, price }: CreditPackage) {
  const list: ['videos' | 'each' | 'quality' | 'clean' | 'lasting', { count?: number; price?: number }][] = [
    ['videos', { count: credits }],
    ['each', { price: Math.round(price / credits) }],
    ['quality', {}],
    ['clean', {}],
    ['lasting', {}],
  ];
  return list;
}
