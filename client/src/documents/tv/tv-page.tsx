import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import fields from '#client/ui/plain/field.module.css';
import form from '#client/ui/plain/form.module.css';
import page from '#client/documents/secret-page/secret-page.module.css';
import { SecretPageFrame } from '#client/documents/secret-page/secret-page.tsx';
import classes from './tv.module.css';
import { tvProblems } from './problems.ts';

/**
 * Where a television becomes a frame by the code that its owner's phone shows. Prerendered; `start.ts` finds its elements
 * by their data attributes.
 */
export function TvPage() {
  const { t } = useTranslation();
  return (
    <SecretPageFrame addressIn={(language) => href(language, 'tv')}>
      <h1 className={page.heading}>{t('tv.heading')}</h1>
      <p>{t('tv.lead')}</p>
      <form className={form.section} noValidate>
        <label className={form.field}>
          {t('tv.code')}
          <input
            className={`${fields.box} ${classes.code}`}
            name="code"
            maxLength={9}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-describedby="problem"
            required
          />
        </label>
        <div role="alert" id="problem">
          {tvProblems.map((problem) => (
            <p key={problem} hidden className={form.problem} data-problem={problem}>
              {t(`tv.problems.${problem}`)}
            </p>
          ))}
        </div>
        <button type="submit" className={button.filled}>
          <span data-idle>{t('tv.show')}</span>
          <span data-busy hidden>
            {t('tv.looking')}
          </span>
        </button>
      </form>
    </SecretPageFrame>
  );
}
