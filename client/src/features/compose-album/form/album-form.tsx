import { plainLine } from '#shared/plain-text.ts';
import { TextField } from '#client/ui/text-field.tsx';
import { type SyntheticEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { Unprintable } from '#client/entities/film/unprintable.tsx';
import { limits } from '#shared/limits.ts';
import { moveFocus } from '#client/lib/focus.ts';
import classes from './album-form.module.css';
import { LookChoice } from './look-choice.tsx';
import { MusicChoice } from './music-choice.tsx';
import { PreviewPart } from './preview-part.tsx';
import { OwnSound } from '../own-sound/own-sound.tsx';
import { FilmForMe } from '../suggest/film-for-me.tsx';
import { SortableVideos } from './sortable-videos.tsx';
import type { AlbumDialogState } from '../use-album-dialog.ts';
import type { AlbumDraft } from './draft.ts';
import { type Refusal, useCreateAlbum } from './use-create-album.ts';
import { unusualTextsOf } from './unusual-texts.ts';
import { usePreview } from './use-preview.ts';
import { WordsChoice } from './words-choice.tsx';

interface AlbumFormProps {
  dialog: AlbumDialogState;
  /** Called when the draft has become this album. */
  onCreated: (mergeId: string) => void;
}

const titles = {
  album_name_required: 'albumForm.nameRequired',
  album_too_few_videos: 'gallery.selectMore',
} as const;

/**
 * The form for an album: a name, music, the look and the words of the film, and the videos in order. A name suffices;
 * anything missing is pointed out in place.
 */
export function AlbumForm({ dialog, onCreated }: AlbumFormProps) {
  const { t } = useTranslation();
  const { draft } = dialog;
  const nameField = useRef<HTMLInputElement>(null);
  const videos = useRef<HTMLHeadingElement>(null);
  const { create, pending, failed, refusal, clearRefusal } = useCreateAlbum({
    created: onCreated,
    refused: ({ field }) => moveFocus(field === 'name' ? nameField : videos),
  });

  const listening = usePreview();
  const isNamed = plainLine(draft.name) !== '';

  function change(part: Partial<AlbumDraft>) {
    clearRefusal();
    dialog.change(part);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    create(draft);
  }

  function problemWith(field: Refusal['field']) {
    if (refusal?.field !== field) return null;
    const { code } = refusal;
    return (
      <span>
        {code in titles && <strong>{t(titles[code as keyof typeof titles])}</strong>}
        <span> {t(`errors.${code}`)}</span>
      </span>
    );
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextField
        ref={nameField}
        label={t('albumForm.name')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={limits.album.maxNameLength}
        readOnly={pending}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        // A disabled button does not submit the form: pressing Enter still shows what is missing.
        onKeyDown={(event) => event.key === 'Enter' && !isNamed && submit(event)}
        description={t('albumForm.counter', { count: draft.name.length, max: limits.album.maxNameLength })}
        error={problemWith('name')}
        errorProps={{ role: 'alert' }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        classNames={{ description: classes.counter, error: classes.error }}
      />
      <p className={classes.note}>{t('albumForm.sharing')}</p>
      <FilmForMe draft={draft} onChange={change} />
      {/* All that comes before the videos, which may be many. */}
      <MusicChoice
        value={draft.song ? null : draft.music}
        onChange={(music) => change({ music, song: null })}
        preview={listening}
      />
      <OwnSound draft={draft} onChange={change} />
      <LookChoice draft={draft} onChange={change} />
      <WordsChoice draft={draft} onChange={change} />
      <Unprintable {...unusualTextsOf(draft)} on="film" />
      <PreviewPart draft={draft} quiet={listening.playing !== null} onPlay={listening.stop} />
      <SortableVideos
        ref={videos}
        videos={draft.videos}
        problem={problemWith('videos')}
        onChange={(chosen) => change({ videos: chosen })}
      />
      <div className={classes.actions}>
        <Button look="quiet" onClick={dialog.discard}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isNamed} aria-disabled={pending}>
          {t(pending ? 'albumForm.creating' : failed ? 'common.tryAgain' : 'gallery.createAlbum')}
        </Button>
      </div>
    </form>
  );
}
