import { useTranslation } from 'react-i18next';
import { sentStates } from '#shared/box.ts';
import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import page from '#client/documents/secret-page/secret-page.module.css';
import { SecretPageFrame } from '#client/documents/secret-page/secret-page.tsx';
import { secretInLinks } from '#client/documents/secret-page/secret-in-links.ts';

/** The status of a photo that was sent to a box. Prerendered; `start.ts` chooses which of its texts are visible. */
export function SentPage({ language }: { language: Language }) {
  const { t } = useTranslation();
  return (
    <SecretPageFrame addressIn={(other) => href(other, 'sent', { id: secretInLinks })}>
      <h1 className={page.heading}>{t('sent.heading')}</h1>
      <div role="status">
        {sentStates.map((state) => (
          <p key={state} hidden data-state={state}>
            {t(`sent.states.${state}`)}
          </p>
        ))}
      </div>
      <p>
        <a href={href(language, 'video', { id: secretInLinks })} className={button.filled} hidden data-film>
          {t('sent.watch')}
        </a>
      </p>
      <p>{t('sent.keep')}</p>
    </SecretPageFrame>
  );
}
