import { useTranslation } from 'react-i18next';
import { type CreditPackage, packages } from '#shared/packages.ts';
import button from '#client/ui/plain/button.module.css';
import { usePackageTexts } from '#client/entities/credits/use-package-texts.ts';
import { SectionText } from './section-text.tsx';
import classes from './pricing.module.css';

interface PricingProps {
  /** False if nothing can be bought here: the packages then have no buttons. */
  available: boolean;
}

/** The three packages, from the shared table, styled like a photo lab's envelopes. */
export function Pricing({ available }: PricingProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="pricing">
      <SectionText id="pricing" heading={t('landing.pricing.heading')} className={classes.words}>
        <p>{t('landing.pricing.lead')}</p>
      </SectionText>
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
      <p className={classes.common}>
        {(['quality', 'clean', 'lasting'] as const).map((each) => t(`packages.features.${each}`)).join(' · ')}
      </p>
      <p className={classes.terms}>{t('packages.terms')}</p>
    </section>
  );
}

function Offer({ offer, available }: { offer: CreditPackage; available: boolean }) {
  const { t } = useTranslation();
  const words = usePackageTexts(offer);
  const { id, popular } = offer;
  return (
    <li className={classes.offer} data-popular={popular || undefined} data-package={id}>
      {popular && <p className={classes.stamp}>{t('packages.popular')}</p>}
      <h3 className={classes.name}>{words.name}</h3>
      <p className={classes.description}>{words.description}</p>
      <p className={classes.price}>{words.price}</p>
      <ul className={classes.features} aria-label={words.includes}>
        {words.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {available && (
        <a
          href={words.checkout}
          className={popular ? button.filled : button.quiet}
          aria-label={words.chooseNamed}
        >
          {words.choose}
        </a>
      )}
    </li>
  );
}
