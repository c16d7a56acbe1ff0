import { digitalSourceType, isModel } from '../../../shared/provenance.ts';
import { type Rendition, renditions, smallOf, type StoredRendition } from '../../../shared/renditions.ts';
import {
  type Maker,
  makerSchema,
  type Making,
  makingSchema,
  makingSteps,
  type Provenance,
} from '../../../shared/schemas/provenance.ts';
import type { SharedKind } from '../../../shared/shared-page.ts';
import type { CredentialWriter, Statement } from '../../engine/credentials/credentials.ts';
import type { Tx } from '../../platform/db.ts';
import type { PublishedFile } from './published.ts';

/** How a rendition was made, of what was made the same way without the mark and with it. */
function makingOf(making: Making, rendition: Rendition): Making {
  return rendition === 'watermarked' ? { ...making, steps: [...making.steps, 'watermarked'] } : making;
}

/** Writes into one rendition how it was made. */
export async function sealRendition(
  credentials: CredentialWriter,
  file: string,
  rendition: Rendition,
  { making, ...statement }: Statement,
): Promise<void> {
  await credentials.write(file, { ...statement, making: makingOf(making, rendition) });
}

/** How the small version of a rendition was made. */
export const smallMaking = ({ steps, ...making }: Making): Making => ({
  ...making,
  steps: [...steps, 'compressed'],
});

/** Writes down how the files under a run's prefix were made, which are a video's or an album's; `small`: of which there is a small version. */
export async function recordMaking(
  tx: Tx,
  owner: { taskId: string } | { albumId: string },
  prefix: string,
  making: Making,
  small: readonly Rendition[] = [],
): Promise<void> {
  const files: { rendition: StoredRendition; making: Making }[] = [
    ...renditions.map((rendition) => ({ rendition, making: makingOf(making, rendition) })),
    ...small.map((rendition) => ({
      rendition: smallOf(rendition),
      making: makingOf(smallMaking(making), rendition),
    })),
  ];
  await tx.provenance.createMany({ data: files.map((file) => ({ prefix, ...file, ...owner })) });
}

/** How the file under this prefix was made; null where nothing was written down. */
export async function findMaking(
  db: Pick<Tx, 'provenance'>,
  prefix: string,
  rendition: StoredRendition,
): Promise<Making | null> {
  const row = await db.provenance.findUnique({ where: { prefix_rendition: { prefix, rendition } } });
  return row && makingSchema.parse(row.making);
}

/** What is known of a maker of which only the name was noted. */
export const makerNamed = (name: string): Maker => makerSchema.parse({ name, version: null, model: null });

/** A film whose provenance is published. */
export interface ToldFilm {
  kind: SharedKind;
  id: string;
  finishedAt: Date | null;
  /** Of the videos that it is made of, or its own: the provider's name, for what was made before it was written down. */
  providers: readonly string[];
}

/** The provenance of the file that is currently served for a film, without its signature. */
export async function tellProvenance(
  db: Pick<Tx, 'provenance'>,
  { kind, id, finishedAt, providers }: ToldFilm,
  { prefix, rendition, stored }: Pick<PublishedFile, 'prefix' | 'rendition' | 'stored'>,
): Promise<Omit<Provenance, 'credentials'>> {
  const recorded = await findMaking(db, prefix, stored);
  const making = recorded ?? { makers: [...new Set(providers)].map(makerNamed), photos: [], steps: [] };
  return {
    ...{ id, kind, rendition, ...making },
    ai: making.makers.some(isModel),
    digitalSourceType: digitalSourceType(making.makers),
    madeAt: finishedAt?.toISOString() ?? null,
    recorded: recorded !== null,
  };
}

/** How a film was made of others, without the mark: every kind of maker once, and what was done to any of them. */
export function joinedMaking(clips: readonly Making[], music: boolean): Making {
  const makers = new Map(clips.flatMap((each) => each.makers).map((maker) => [JSON.stringify(maker), maker]));
  const done = new Set(clips.flatMap(({ steps }) => steps));
  return {
    makers: [...makers.values()],
    photos: [...new Set(clips.flatMap(({ photos }) => photos))],
    steps: makingSteps.filter((step) =>
      step === 'joined' ? true : step === 'music' ? music : step !== 'watermarked' && done.has(step),
    ),
  };
}
