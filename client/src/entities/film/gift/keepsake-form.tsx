import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileNameOf } from '#shared/file-name.ts';
import { type CardFormat, cardFormats, keepsakePath, type PrintedFilms } from '#shared/schemas/keepsake.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { saveAs } from '#client/api/download.ts';
import { showToast } from '#client/ui/toast.tsx';
import { Button } from '#client/ui/button.tsx';
import { Unprintable } from '../unprintable.tsx';
import classes from '#client/ui/plain/form.module.css';

interface KeepsakeFormProps {
  /** What the cards are made from. */
  of: PrintedFilms;
  /** The file name. */
  name: string;
}

/** Chooses the layout of printable cards, and saves them as a PDF. */
export function KeepsakeForm({ of, name }: KeepsakeFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [format, setFormat] = useState<CardFormat>('a6');
  const [onA4, setOnA4] = useState(false);
  const { isPending, mutate } = useMutation({
    mutationFn: () => saveAs(keepsakePath(of, { format, onA4, language }), `${fileNameOf(name)}.pdf`),
    networkMode: 'always',
    meta: { failure: { title: 'keepsake.failed' } },
    onSuccess: () => showToast({ title: t('keepsake.saved'), message: t('keepsake.savedText') }),
  });
  return (
    <section className={classes.section} aria-labelledby="keepsake-title">
      <h3 id="keepsake-title" className={classes.heading}>
        {t('keepsake.title')}
      </h3>
      <p className={classes.text}>{t('keepsake.text')}</p>
      <fieldset className={classes.choices}>
        <legend className="visuallyHidden">{t('keepsake.format')}</legend>
        {cardFormats.map((each) => (
          <label key={each} className={classes.choice}>
            <input
              type="radio"
              name="keepsake-format"
              checked={each === format}
              onChange={() => setFormat(each)}
            />
            {t(`keepsake.formats.${each}`)}
          </label>
        ))}
        <label className={classes.choice}>
          <input type="checkbox" checked={onA4} onChange={() => setOnA4(!onA4)} />
          {t('keepsake.onA4')}
        </label>
      </fieldset>
      <Unprintable {...of} on="card" />
      <Button look="quiet" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
        {t(isPending ? 'keepsake.saving' : 'keepsake.save')}
      </Button>
    </section>
  );
}
