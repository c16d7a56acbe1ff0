import { type ChangeEvent, useId, useRef, useState } from 'react';
import { TextArea } from '#client/ui/text-field.tsx';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { audioLimits } from '#shared/audio-limits.ts';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import { formatElapsed } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import { useVideoNames } from '#client/entities/video/video-title.ts';
import { canRecord } from '#client/lib/record-voice.ts';
import type { AlbumDraft } from '../form/draft.ts';
import { Fold } from '../form/fold.tsx';
import classes from './own-sound.module.css';
import { freePlaces, type OwnVoice } from './recordings.ts';
import { ToldStories } from './told-stories.tsx';
import { useSendRecording } from './use-send-recording.ts';
import { useToldStories } from './use-told-stories.ts';
import { VoiceRecorder } from './voice-recorder.tsx';

interface OwnSoundProps {
  draft: AlbumDraft;
  onChange: (changes: Partial<AlbumDraft>) => void;
}

/**
 * A song of one's own instead of the music, and voices: recorded here or chosen as files, for the whole film or for one
 * video, with their words for subtitles. That one may use them is asked once, before the first.
 */
export function OwnSound({ draft, onChange }: OwnSoundProps) {
  const { t } = useTranslation();
  const { song, voices, videos } = draft;
  const [agreed, setAgreed] = useState(song !== null || voices.some(({ told }) => !told));
  const rightsId = useId();
  const { sending, send } = useSendRecording();
  // What a draft holds is in no film yet. Where this fails, it goes by itself after a while.
  const { mutate: forget } = trpc.audio.delete.useMutation();
  const stories = useToldStories(draft);
  const places = freePlaces(
    voices,
    videos.map(({ taskId }) => taskId),
  );

  async function addSong(file: File) {
    const added = await send(file, 'music');
    if (added) onChange({ song: { audioId: added.audioId, seconds: added.seconds, name: file.name } });
  }

  async function addVoice(recording: Blob) {
    const added = await send(recording, 'voice');
    const [videoId] = places;
    if (!added || videoId === undefined) return;
    const name =
      recording instanceof File ? recording.name : t('ownSound.voiceOf', { number: voices.length + 1 });
    const { audioId, seconds } = added;
    onChange({ voices: [...voices, { audioId, seconds, name, videoId, text: '' }] });
  }

  function removeSong() {
    if (song) forget({ audioId: song.audioId });
    onChange({ song: null });
  }

  function removeVoice(removed: OwnVoice) {
    if (!removed.told) forget({ audioId: removed.audioId });
    onChange({ voices: voices.filter((voice) => voice !== removed) });
  }

  const changeVoice = (changed: OwnVoice, part: Partial<OwnVoice>) =>
    onChange({ voices: voices.map((voice) => (voice === changed ? { ...voice, ...part } : voice)) });

  const chosen = [...(song ? [song.name] : []), ...voices.map(({ name }) => name)].join(' · ');
  const show = (voice: OwnVoice) => (
    <Voice
      key={voice.audioId}
      voice={voice}
      draft={draft}
      onChange={(part) => changeVoice(voice, part)}
      onRemove={() => removeVoice(voice)}
    />
  );
  const none = stories.length > 0 ? t('ownSound.told', { count: stories.length }) : t('ownSound.none');
  return (
    <Fold title={t('ownSound.title')} chosen={chosen || none}>
      {(stories.length > 0 || voices.some(({ told }) => told)) && (
        <ToldStories
          draft={draft}
          stories={stories}
          onUse={(voice) => onChange({ voices: [...voices, voice] })}
        >
          {voices.filter(({ told }) => told).map(show)}
        </ToldStories>
      )}
      <label className={classes.rights}>
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <span id={rightsId}>{t('ownSound.rights')}</span>
      </label>
      {!agreed && <p className={classes.hint}>{t('ownSound.rightsFirst')}</p>}

      {agreed && (
        <>
          <section className={classes.part}>
            <h3 className={classes.title}>{t('ownSound.song')}</h3>
            <p className={classes.hint}>
              {t('ownSound.songHint', { minutes: audioLimits.maxSeconds.music / 60 })}
            </p>
            {song ? (
              <Chosen name={song.name} seconds={song.seconds} onRemove={removeSong} />
            ) : (
              <FileButton
                label={t('ownSound.chooseSong')}
                busy={sending !== null}
                onChoose={(file) => void addSong(file)}
              />
            )}
          </section>

          <section className={classes.part}>
            <h3 className={classes.title}>{t('ownSound.voice')}</h3>
            <p className={classes.hint}>
              {t('ownSound.voiceHint', { seconds: audioLimits.maxSeconds.voice })}
            </p>
            {voices.filter(({ told }) => !told).map(show)}
            {places.length > 0 && (
              <div className={classes.recorder}>
                {canRecord() && (
                  <VoiceRecorder busy={sending !== null} onUse={(recording) => void addVoice(recording)} />
                )}
                <FileButton
                  label={t('ownSound.chooseVoice')}
                  busy={sending !== null}
                  onChoose={(file) => void addVoice(file)}
                />
              </div>
            )}
          </section>
        </>
      )}
      <p aria-live="polite" className={classes.hint}>
        {sending && t('ownSound.sending', { percent: Math.round(100 * sending.share) })}
      </p>
    </Fold>
  );
}

interface FileButtonProps {
  label: string;
  busy: boolean;
  onChoose: (file: File) => void;
}

function FileButton({ label, busy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again after a failure.
    currentTarget.value = '';
    if (file) onChoose(file);
  }
  return (
    <>
      <Button
        look="quiet"
        icon={<IconUpload size={20} aria-hidden />}
        aria-disabled={busy}
        onClick={() => busy || input.current?.click()}
      >
        {label}
      </Button>
      <input ref={input} type="file" accept="audio/*,.m4a,.flac,.ogg" hidden onChange={choose} />
    </>
  );
}

function Chosen({ name, seconds, onRemove }: { name: string; seconds: number; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.chosen}>
      <span className={classes.name}>{name}</span>
      <span className={classes.time}>{formatElapsed(seconds)}</span>
      <button
        type="button"
        className={button.round}
        aria-label={t('ownSound.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </button>
    </div>
  );
}

interface VoiceProps {
  voice: OwnVoice;
  draft: AlbumDraft;
  onChange: (part: Partial<OwnVoice>) => void;
  onRemove: () => void;
}

function Voice({ voice, draft: { videos, voices }, onChange, onRemove }: VoiceProps) {
  const { t } = useTranslation();
  const nameOf = useVideoNames(videos);
  const id = useId();
  const others = voices.filter((each) => each !== voice);
  const places = freePlaces(
    others,
    videos.map(({ taskId }) => taskId),
  );
  const titleOf = (place: string | null): string => {
    const video = videos.find(({ taskId }) => taskId === place);
    return video ? nameOf(video) : t('ownSound.whole');
  };
  return (
    <div className={classes.voice}>
      <Chosen name={voice.name} seconds={voice.seconds} onRemove={onRemove} />
      <label htmlFor={id} className={classes.label}>
        {t('ownSound.seen')}
      </label>
      <select
        id={id}
        className={classes.select}
        value={voice.videoId ?? ''}
        onChange={(event) => onChange({ videoId: event.currentTarget.value || null })}
      >
        {places.map((place) => (
          <option key={place ?? ''} value={place ?? ''}>
            {titleOf(place)}
          </option>
        ))}
      </select>
      <TextArea
        label={t('ownSound.words')}
        description={t('ownSound.wordsHint')}
        minRows={2}
        maxRows={6}
        maxLength={audioLimits.maxTextLength}
        value={voice.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </div>
  );
}
