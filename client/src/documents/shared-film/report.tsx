import { useTranslation } from 'react-i18next';
import { familyLimits } from '#shared/family-limits.ts';
import { programLimits } from '#shared/program-limits.ts';
import { reportReasons } from '#shared/schemas/report.ts';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import button from '#client/ui/plain/button.module.css';
import field from '#client/ui/plain/field.module.css';
import { publicPath } from '#client/entities/film/public-path.ts';
import origin from './origin.module.css';
import classes from './report.module.css';

/** A form in which anyone who sees the film can report it; validated by the browser itself. */
export function Report({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  return (
    <details>
      <summary className={origin.summary}>{t('shared.report.summary')}</summary>
      <form className={classes.form} data-report={publicPath(kind, sharedSlots.id, 'report')}>
        <p>{t('shared.report.lead')}</p>
        <label className={classes.field}>
          {t('shared.report.reason')}
          <select className={field.box} name="reason" required defaultValue="">
            <option value="" disabled>
              {t('shared.report.choose')}
            </option>
            {reportReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`shared.report.reasons.${reason}`)}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.field}>
          {t('shared.report.words')}
          <textarea
            className={field.box}
            name="words"
            rows={4}
            maxLength={familyLimits.reports.maxWordsLength}
          />
        </label>
        <label className={classes.field}>
          {t('shared.report.contact')}
          <input
            className={field.box}
            name="contact"
            type="email"
            autoComplete="email"
            maxLength={programLimits.account.maxEmailLength}
          />
        </label>
        <button type="submit" className={button.quiet}>
          {t('shared.report.send')}
        </button>
      </form>
      <p role="status">
        {(['sent', 'failed'] as const).map((outcome) => (
          <span key={outcome} data-outcome={outcome} hidden>
            {t(`shared.report.${outcome}`)}
          </span>
        ))}
      </p>
    </details>
  );
}
