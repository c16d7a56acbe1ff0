import { useTranslation } from 'react-i18next';
import { audioLimits } from '#shared/audio-limits.ts';
import button from '#client/ui/plain/button.module.css';
import fields from '#client/ui/plain/field.module.css';
import form from '#client/ui/plain/form.module.css';
import { formatElapsed } from '#client/lib/format.ts';
import classes from './story-part.module.css';
import { timeSlot } from './story-texts.ts';

/**
 * Where a relative tells the story of the photo, if the box asks for it: recorded here, or as a file, with its words.
 * Prerendered: `start.ts` shows it, and `story.ts` records.
 */
export function StoryPart() {
  const { t } = useTranslation();
  const total = formatElapsed(audioLimits.maxSeconds.voice);
  return (
    <fieldset className={classes.story} data-story hidden>
      <legend className={classes.title}>{t('box.story.title')}</legend>
      <p className={form.text}>{t('box.story.lead')}</p>
      <div className={classes.row}>
        <button type="button" className={button.quiet} data-record hidden>
          {t('box.story.record')}
        </button>
        <button type="button" className={button.filled} data-stop hidden>
          {t('box.story.stop')}
        </button>
        <meter className={classes.level} data-level aria-label={t('box.story.level')} hidden />
        <span className={classes.time} data-time={t('box.story.at', { at: timeSlot, total })} hidden />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down yet what was just spoken */}
        <audio controls className={classes.player} data-heard aria-label={t('box.story.heard')} hidden />
        <button type="button" className={button.quiet} data-again hidden>
          {t('box.story.again')}
        </button>
        <button type="button" className={button.quiet} data-remove hidden>
          {t('box.story.remove')}
        </button>
      </div>
      <div role="status" className={classes.says}>
        {(['recording', 'recorded', 'denied', 'missing'] as const).map((said) => (
          <p key={said} data-says={said} hidden>
            {t(`box.story.${said}`)}
          </p>
        ))}
      </div>
      <label className={form.field} data-file>
        {t('box.story.file')}
        <input className={fields.box} type="file" name="story" accept="audio/*,.m4a,.flac,.ogg" />
      </label>
      <label className={form.field} data-words hidden>
        {t('box.story.words')}
        <textarea className={fields.box} name="words" rows={3} maxLength={audioLimits.maxTextLength} />
      </label>
    </fieldset>
  );
}
