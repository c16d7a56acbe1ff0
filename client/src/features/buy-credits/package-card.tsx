import { IconLibraryPhoto, IconCheck, IconInfinity, IconPhotoHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import button from '#client/ui/plain/button.module.css';
import type { CreditPackage, PackageId } from '#shared/packages.ts';
import { usePackageTexts } from '#client/entities/credits/use-package-texts.ts';
import classes from './package-card.module.css';

const icons = { heritage: IconPhotoHeart, legacy: IconLibraryPhoto, eternal: IconInfinity } satisfies Record<
  PackageId,
  unknown
>;

interface PackageCardProps {
  offer: CreditPackage;
  /** False if nothing can be bought: the card then has no button. */
  available: boolean;
  headingLevel: 'h2' | 'h3';
}

/** One package: its description, contents and price, and a link to the checkout. */
export function PackageCard({ offer, available, headingLevel: Heading }: PackageCardProps) {
  const { t } = useTranslation();
  const words = usePackageTexts(offer);
  const { id, credits, popular } = offer;
  const Icon = icons[id];
  return (
    <li className={classes.card} data-popular={popular || undefined} data-package={id}>
      {popular && <p className={classes.popular}>{t('packages.popular')}</p>}
      <Icon className={classes.icon} size={34} stroke={1.4} aria-hidden />
      <div className={classes.words}>
        <Heading className={classes.name}>{words.name}</Heading>
        <p className={classes.description}>{words.description}</p>
      </div>
      <p className={classes.priceLine}>
        <strong className={classes.price}>{words.price}</strong>
        <span className={classes.credits}>{t('credits.count', { count: credits })}</span>
      </p>
      <ul className={classes.features} aria-label={words.includes}>
        {words.features.map((feature) => (
          <li key={feature} className={classes.feature}>
            <IconCheck size={18} aria-hidden />
            <span>{feature}</span>
          </li>
        ))}
      </ul>
      {available && (
        <Link
          to={words.checkout}
          className={`${popular ? button.filled : button.quiet} ${classes.choose}`}
          aria-label={words.chooseNamed}
        >
          {words.choose}
        </Link>
      )}
    </li>
  );
}
