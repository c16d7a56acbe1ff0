import { useTranslation } from 'react-i18next';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { signatureStates } from './signature-states.ts';
import classes from './origin.module.css';

const { id, made, ai, makers, steps, madeAt, photos } = sharedSlots;

/** How the film was made: in one prominent sentence, and in detail, with a check of the file's signature. */
export function Origin({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  const facts = [
    [t('shared.origin.makers'), makers],
    [t('shared.origin.steps'), steps],
    [t('shared.origin.madeAt'), madeAt],
    [t('shared.origin.photos'), photos],
  ] as const;
  return (
    <>
      <p>
        <strong className={classes.ai} data-given={ai}>
          {ai}
        </strong>
        {made}
      </p>
      <details data-provenance={publicPath(kind, id, 'provenance')}>
        <summary className={classes.summary}>{t('shared.origin.summary')}</summary>
        <dl className={classes.facts}>
          {facts.map(([term, value]) => (
            <div key={term} data-given={value}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{t('shared.origin.credentials')}</dt>
            <dd aria-live="polite">
              {signatureStates.map((verdict) => (
                <span key={verdict} data-verdict={verdict} hidden={verdict !== 'checking'}>
                  {t(`shared.origin.${verdict}`)}
                </span>
              ))}
              <span>
                {' '}
                <span data-signer />
              </span>
            </dd>
          </div>
        </dl>
      </details>
    </>
  );
}
