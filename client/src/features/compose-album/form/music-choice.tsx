import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MusicTrackId } from '#shared/music.ts';
import button from '#client/ui/plain/button.module.css';
import { Option } from './choice.tsx';
import choice from './choice.module.css';
import { Fold } from './fold.tsx';
import { moods, moreMusic } from './moods.ts';
import classes from './music-choice.module.css';
import type { usePreview } from './use-preview.ts';

interface MusicChoiceProps {
  /** Null for no music. */
  value: MusicTrackId | null;
  onChange: (music: MusicTrackId | null) => void;
  preview: ReturnType<typeof usePreview>;
}

/** A piece for each of five moods, no music, and behind them all other pieces. Whoever listens to one chooses it. */
export function MusicChoice({ value, onChange, preview }: MusicChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const more = value !== null && moreMusic.includes(value) ? value : null;

  function piece(id: MusicTrackId, label: ReactNode) {
    return (
      <Option
        key={id}
        name={name}
        chosen={value === id}
        onChoose={() => onChange(id)}
        aside={
          <PreviewButton
            label={t(`music.${id}`)}
            playing={preview.playing === id}
            onToggle={() => {
              preview.toggle(id);
              onChange(id);
            }}
          />
        }
      >
        {label}
      </Option>
    );
  }

  return (
    <fieldset className={choice.group}>
      <legend className={choice.legend}>{t('albumForm.music')}</legend>
      <div className={classes.tracks}>
        {(Object.keys(moods) as (keyof typeof moods)[]).map((mood) =>
          piece(
            moods[mood],
            <span>
              {t(`albumForm.moods.${mood}`)} <span className={choice.hint}>{t(`music.${moods[mood]}`)}</span>
            </span>,
          ),
        )}
        <Option name={name} chosen={value === null} onChoose={() => onChange(null)}>
          {t('music.none')}
        </Option>
      </div>
      <Fold
        title={t('albumForm.moreMusic')}
        chosen={more ? t(`music.${more}`) : t('albumForm.pieces', { count: moreMusic.length })}
      >
        <div className={classes.tracks}>{moreMusic.map((id) => piece(id, t(`music.${id}`)))}</div>
      </Fold>
    </fieldset>
  );
}

function PreviewButton({
  label,
  playing,
  onToggle,
}: {
  label: string;
  playing: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`${button.round} ${classes.preview}`}
      data-playing={playing}
      aria-label={t(playing ? 'music.stop' : 'music.listen', { name: label })}
      onClick={onToggle}
    >
      {playing ? (
        <IconPlayerStopFilled size={16} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={16} aria-hidden />
      )}
    </button>
  );
}
