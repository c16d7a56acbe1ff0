import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import { familyLimits } from '#shared/family-limits.ts';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import fields from '#client/ui/plain/field.module.css';
import form from '#client/ui/plain/form.module.css';
import { photoTypes } from '#client/entities/photo/photo-types.ts';
import { hasHelp } from '#client/entities/photo/refusal-help.ts';
import { secretInLinks } from '#client/documents/secret-page/secret-in-links.ts';
import page from '#client/documents/secret-page/secret-page.module.css';
import { SecretPageFrame } from '#client/documents/secret-page/secret-page.tsx';
import classes from './box.module.css';
import { boxProblems, sizeSlot } from './problems.ts';
import { StoryPart } from './story-part.tsx';

/**
 * The page on which relatives send a photo to the owner of a box. Prerendered; `start.ts` finds its elements by their
 * data attributes.
 */
export function BoxPage({ language }: { language: Language }) {
  const { t } = useTranslation();
  return (
    <SecretPageFrame addressIn={(other) => href(other, 'box', { id: secretInLinks })}>
      <p className={classes.name} data-name />
      <h1 className={page.heading}>{t('box.heading')}</h1>
      <p>{t('box.lead')}</p>
      <form className={form.section} noValidate>
        <label className={form.field}>
          {t('box.photo')}
          <input className={fields.box} type="file" name="image" accept={photoTypes} required />
        </label>
        <label className={form.field}>
          {t('box.sender')}
          <input
            className={fields.box}
            name="sender"
            maxLength={familyLimits.share.maxSenderLength}
            autoComplete="name"
            required
          />
        </label>
        <label className={form.field}>
          {t('box.note')}
          <textarea className={fields.box} name="note" rows={3} maxLength={familyLimits.box.maxNoteLength} />
        </label>
        <StoryPart />
        <label className={`${form.choice} ${classes.consent}`}>
          <input type="checkbox" name="consent" value="yes" required />
          <span>
            {t('box.consent')}
            <span data-story hidden>
              {` ${t('box.story.consent')}`}
            </span>
          </span>
        </label>
        <div role="alert" className={classes.problems}>
          {boxProblems.map((problem) => (
            <p key={problem} hidden data-problem={problem}>
              {problem === 'audio_too_long' ? t('box.story.tooLong') : t(`errors.${problem}`)}
            </p>
          ))}
          {boxProblems.filter(hasHelp).map((problem) => (
            <p
              key={problem}
              hidden
              data-problem={problem}
              data-help={t(`upload.help.${problem}`, { size: sizeSlot })}
            />
          ))}
          <p hidden data-problem="sender">
            {t('box.senderMissing')}
          </p>
        </div>
        <button type="submit" className={button.filled}>
          <span data-idle>{t('box.send')}</span>
          <span data-busy hidden>
            {t('box.sending')}
          </span>
        </button>
      </form>
      <section className={form.section} data-sent hidden>
        <h2 className={classes.subheading} tabIndex={-1}>
          {t('box.sentHeading')}
        </h2>
        <p>{t('box.sentText')}</p>
        <ul className={classes.links} data-links />
        <template>
          <li>
            <a href={href(language, 'sent', { id: secretInLinks })} className={button.plain}>
              {t('box.sentLink')}&nbsp;
              <time />
            </a>
          </li>
        </template>
      </section>
    </SecretPageFrame>
  );
}
