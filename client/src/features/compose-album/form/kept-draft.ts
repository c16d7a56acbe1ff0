import { z } from 'zod';
import { musicalPaces } from '#shared/film/look.ts';
import { musicTrackIds } from '#shared/music.ts';
import { storedText } from '#client/lib/storage.ts';
import { type AlbumDraft, emptyDraft } from './draft.ts';
import { ownRecordingSchema, ownVoiceSchema } from '../own-sound/recordings.ts';
import { filmShapes } from './shapes.ts';

const stored = storedText('session', 'memori.albumDraft');

const keptSchema = z.object({
  /** The id of the user whose it is: somebody else may sign in after a session has ended. */
  owner: z.string(),
  /** The videos' task ids in film order. They are chosen anew after a reload, and arranged as before. */
  order: z.array(z.string()),
  choices: z.object({
    name: z.string(),
    music: z.enum(musicTrackIds).nullable(),
    song: ownRecordingSchema.nullable(),
    voices: z.array(ownVoiceSchema),
    shape: z.enum(filmShapes),
    pace: z.enum(musicalPaces),
    titleCard: z.boolean(),
    dedication: z.string(),
    captions: z.boolean(),
    closing: z.string(),
  }),
});
export type KeptDraft = Omit<z.infer<typeof keptSchema>, 'owner'>;

/** Keeps a user's draft for this tab until it is empty, also through a reload and signing in again. */
export function keepDraft(owner: string, draft: AlbumDraft, order: string[]): void {
  if (draft === emptyDraft) return stored.remove();
  const { videos: _, ...choices } = draft;
  const kept: z.infer<typeof keptSchema> = { owner, order, choices };
  stored.write(JSON.stringify(kept));
}

/** What this tab keeps of the user's draft; null if nothing, or if another release wrote it. */
export function keptDraft(owner: string): KeptDraft | null {
  const kept = keptSchema.safeParse(parsed(stored.read() ?? ''));
  return kept.success && kept.data.owner === owner ? kept.data : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
