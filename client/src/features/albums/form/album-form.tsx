import { TextInput } from '@mantine/core';
import { type SyntheticEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { limits } from '../../../../../shared/limits.ts';
import { moveFocus } from '../../../lib/focus.ts';
import classes from './album-form.module.css';
import { MusicChoice } from './music-choice.tsx';
import { SortableVideos } from './sortable-videos.tsx';
import type { AlbumDialogState } from '../use-album-dialog.ts';
import { useCreateAlbum } from './use-create-album.ts';

interface AlbumFormProps {
  dialog: AlbumDialogState;
  /** The draft has become this album. */
  onCreated: (mergeId: string) => void;
}

/** What an album is put together from: a name, the videos in their order, and music. */
export function AlbumForm({ dialog, onCreated }: AlbumFormProps) {
  const { t } = useTranslation();
  const { draft, change } = dialog;
  const nameField = useRef<HTMLInputElement>(null);
  const { create, pending, failed } = useCreateAlbum({
    created: onCreated,
    refused: ({ field }) => field === 'name' && moveFocus(nameField),
  });

  const isNamed = draft.name.trim() !== '';

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    create(draft);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={nameField}
        label={t('albumForm.name')}
        required
        withAsterisk={false}
        data-autofocus
        autoComplete="off"
        maxLength={limits.album.maxNameLength}
        readOnly={pending}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        // A disabled button submits nothing: whoever presses Enter all the same is told what is missing.
        onKeyDown={(event) => event.key === 'Enter' && !isNamed && submit(event)}
        description={t('albumForm.counter', { count: draft.name.length, max: limits.album.maxNameLength })}
        inputWrapperOrder={['label', 'input', 'description']}
        classNames={{ description: classes.counter }}
      />
      <MusicChoice value={draft.music} onChange={(music) => change({ music })} />
      <SortableVideos videos={draft.videos} onChange={(videos) => change({ videos })} />
      <div className={classes.actions}>
        <Button look="quiet" onClick={dialog.giveUp}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isNamed} aria-disabled={pending}>
          {t(pending ? 'albumForm.creating' : failed ? 'common.tryAgain' : 'gallery.createAlbum')}
        </Button>
      </div>
    </form>
  );
}
