import { useTranslation } from 'react-i18next';
import { musicalPaces, paceSeconds, shortFilmSeconds } from '#shared/film/look.ts';
import { Choice } from './choice.tsx';
import type { AlbumDraft } from './draft.ts';
import { Fold } from './fold.tsx';
import { filmShapes } from './shapes.ts';

interface LookChoiceProps {
  draft: AlbumDraft;
  onChange: (changes: Partial<AlbumDraft>) => void;
}

/** The shape of the film, and how long it stays with each video. */
export function LookChoice({ draft: { shape, pace }, onChange }: LookChoiceProps) {
  const { t } = useTranslation();
  const hints = {
    photos: undefined,
    television: '16:9',
    phone: '9:16',
    square: '1:1',
    status: t('albumForm.short', { seconds: shortFilmSeconds }),
  };
  return (
    <Fold
      title={t('albumForm.look')}
      chosen={`${t(`albumForm.shapes.${shape}`)} · ${t(`albumForm.paces.${pace}`)}`}
    >
      <Choice
        legend={t('albumForm.shape')}
        options={filmShapes.map((value) => ({
          value,
          label: t(`albumForm.shapes.${value}`),
          hint: hints[value],
        }))}
        value={shape}
        onChange={(chosen) => onChange({ shape: chosen })}
      />
      <Choice
        legend={t('albumForm.pace')}
        options={musicalPaces.map((value) => ({
          value,
          label: t(`albumForm.paces.${value}`),
          hint: t('albumForm.perVideo', { seconds: paceSeconds[value] }),
        }))}
        value={pace}
        onChange={(chosen) => onChange({ pace: chosen })}
      />
    </Fold>
  );
}
