import { useTranslation } from 'react-i18next';
import { type CreditPackage, packages } from '../../../../shared/packages.ts';
import { href } from '../../../../shared/pages.ts';
import button from '../../components/button.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatPrice } from '../../lib/amounts.ts';
import classes from './pricing.module.css';

interface PricingProps {
  /** False where nothing can be bought here: the packages then have no buttons. */
  available: boolean;
}

/** The three packages, from the one table, like the envelopes of a photo lab. */
export function Pricing({ available }: PricingProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="pricing">
      <div className={classes.words}>
        <h2 id="pricing" className={classes.heading}>
          {t('landing.pricing.heading')}
        </h2>
        <p>{t('landing.pricing.lead')}</p>
      </div>
      {!available && (
        <p className={classes.closed} role="status">
          <strong>{t('packages.closedTitle')}</strong> {t('packages.closedText')}
        </p>
      )}
      <ul className={classes.offers}>
        {packages.map((offer) => (
          <Offer key={offer.id} offer={offer} available={available} />
        ))}
      </ul>
      <p className={classes.terms}>{t('packages.terms')}</p>
    </section>
  );
}

function Offer({ offer, available }: { offer: CreditPackage; available: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, credits, price, popular } = offer;
  const name = t(`packages.${id}.name`);
  return (
    <li className={classes.offer} data-popular={popular || undefined} data-package={id}>
      {popular && <p className={classes.stamp}>{t('packages.popular')}</p>}
      <h3 className={classes.name}>{name}</h3>
      <p className={classes.description}>{t(`packages.${id}.description`)}</p>
      <p className={classes.price}>{formatPrice(price, language)}</p>
      <ul className={classes.features} aria-label={t('packages.includes', { name })}>
        <li>{t('packages.features.videos', { count: credits })}</li>
        <li>{t('packages.features.each', { price: formatPrice(Math.round(price / credits), language) })}</li>
        <li>{t('packages.features.quality')}</li>
        <li>{t('packages.features.clean')}</li>
        <li>{t('packages.features.lasting')}</li>
      </ul>
      {available && (
        <a
          href={href(language, 'checkout', { query: { package: id } })}
          className={popular ? button.filled : button.quiet}
          aria-label={t('packages.chooseNamed', { name })}
        >
          {t('packages.choose')}
        </a>
      )}
    </li>
  );
}
