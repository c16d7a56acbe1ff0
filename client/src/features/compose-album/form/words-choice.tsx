import { TextField } from '#client/ui/text-field.tsx';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { plainLine } from '#shared/plain-text.ts';
import type { AlbumDraft } from './draft.ts';
import { Fold } from './fold.tsx';
import classes from './words-choice.module.css';

interface WordsChoiceProps {
  draft: AlbumDraft;
  onChange: (changes: Partial<AlbumDraft>) => void;
}

/** What the film says: the title card and its dedication, the videos' names, and the words at the end. */
export function WordsChoice({ draft, onChange }: WordsChoiceProps) {
  const { t } = useTranslation();
  const { titleCard, dedication, captions, closing } = draft;
  const hasNames = draft.videos.some(({ name }) => name !== null);
  const chosen = [
    ...(titleCard ? [t('albumForm.titleCard')] : []),
    ...(captions && hasNames ? [t('albumForm.captions')] : []),
    ...(plainLine(closing) ? [t('albumForm.closing')] : []),
  ];
  const field = { autoComplete: 'off', maxLength: limits.album.maxWordsLength } as const;
  return (
    <Fold title={t('albumForm.words')} chosen={chosen.join(' · ') || t('albumForm.noWords')}>
      <Check
        label={t('albumForm.titleCard')}
        hint={t('albumForm.titleCardHint')}
        checked={titleCard}
        onChange={(checked) => onChange({ titleCard: checked })}
      >
        {titleCard && (
          <TextField
            {...field}
            label={t('albumForm.dedication')}
            description={t('albumForm.dedicationHint')}
            value={dedication}
            onChange={(event) => onChange({ dedication: event.currentTarget.value })}
          />
        )}
      </Check>
      <Check
        label={t('albumForm.captions')}
        hint={t(hasNames ? 'albumForm.captionsHint' : 'albumForm.noCaptions')}
        checked={captions}
        onChange={(checked) => onChange({ captions: checked })}
      />
      <TextField
        {...field}
        label={t('albumForm.closing')}
        description={t('albumForm.closingHint')}
        value={closing}
        onChange={(event) => onChange({ closing: event.currentTarget.value })}
      />
    </Fold>
  );
}

interface CheckProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** What belongs to it. */
  children?: ReactNode;
}

function Check({ label, hint, checked, onChange, children }: CheckProps) {
  const hintId = useId();
  return (
    <div className={classes.check}>
      <label className={classes.label}>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hintId}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
      <p id={hintId} className={classes.hint}>
        {hint}
      </p>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  );
}
