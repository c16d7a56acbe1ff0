import type { TFunction } from 'i18next';
import type { Language } from '#shared/languages.ts';
import { currency, packages } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import { builtOrigin } from '#shared/site.ts';
import { questions } from './sections/questions.ts';

/** The page's content as schema.org data for search engines: the company, its products, the FAQ. */
export function structuredData(t: TFunction, language: Language, image: string): object {
  const page = builtOrigin + href(language, 'landing');
  const organization = { '@id': `${builtOrigin}/#organization` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: t('brand'),
        url: page,
        logo: `${builtOrigin}/icon-512.png`,
        slogan: t('footer.tagline'),
      },
      {
        '@type': 'Product',
        name: t('brand'),
        description: t('landing.description'),
        image,
        brand: organization,
        offers: packages.map(({ id, price, credits }) => ({
          '@type': 'Offer',
          name: t(`packages.${id}.name`),
          description: t('packages.features.videos', { count: credits }),
          price: (price / 100).toFixed(2),
          priceCurrency: currency.toUpperCase(),
          availability: 'https://schema.org/InStock',
          url: builtOrigin + href(language, 'checkout', { query: { package: id } }),
        })),
      },
      {
        '@type': 'FAQPage',
        inLanguage: language,
        mainEntity: questions.map((question) => ({
          '@type': 'Question',
          name: t(`landing.faq.${question}.question`),
          acceptedAnswer: { '@type': 'Answer', text: t(`landing.faq.${question}.answer`) },
        })),
      },
    ],
  };
}
