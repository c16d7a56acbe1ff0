import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type MusicTrackId, musicTrackIds } from '#shared/music.ts';
import button from '#client/components/button.module.css';
import classes from './music-choice.module.css';
import { usePreview } from './use-preview.ts';

interface MusicChoiceProps {
  /** Null for no music. */
  value: MusicTrackId | null;
  onChange: (music: MusicTrackId | null) => void;
}

/** No music, or one of the tracks, each with a preview. */
export function MusicChoice({ value, onChange }: MusicChoiceProps) {
  const { t } = useTranslation();
  const preview = usePreview();
  const name = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('albumForm.music')}</legend>
      <div className={classes.tracks}>
        <Track name={name} label={t('music.none')} chosen={value === null} onChoose={() => onChange(null)} />
        {musicTrackIds.map((id) => (
          <Track
            key={id}
            name={name}
            label={t(`music.${id}`)}
            chosen={value === id}
            onChoose={() => onChange(id)}
            preview={{ playing: preview.playing === id, onToggle: () => preview.toggle(id) }}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface TrackProps {
  /** The name of the radio group. */
  name: string;
  label: string;
  chosen: boolean;
  onChoose: () => void;
  preview?: { playing: boolean; onToggle: () => void };
}

function Track({ name, label, chosen, onChoose, preview }: TrackProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.track} data-chosen={chosen}>
      <label className={classes.label}>
        <input type="radio" name={name} className={classes.radio} checked={chosen} onChange={onChoose} />
        {label}
      </label>
      {preview && (
        <button
          type="button"
          className={`${button.round} ${classes.preview}`}
          data-playing={preview.playing}
          aria-label={t(preview.playing ? 'music.stop' : 'music.listen', { name: label })}
          onClick={preview.onToggle}
        >
          {preview.playing ? (
            <IconPlayerStopFilled size={16} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={16} aria-hidden />
          )}
        </button>
      )}
    </div>
  );
}
