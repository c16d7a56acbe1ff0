import { digitalSourceType, isModel } from '#shared/provenance.ts';
import { type Rendition, renditions, smallOf, type StoredRendition } from '#shared/renditions.ts';
import {
  type Maker,
  makerSchema,
  type ProvenanceRecord,
  provenanceRecordSchema,
  provenanceSteps,
  type Provenance,
} from '#shared/schemas/provenance.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import type { CredentialWriter, Statement } from '#server/engine/credentials/credentials.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PublishedFile } from './published-file.ts';

/** The making of one rendition, based on the making without the watermark. */
function provenanceFor(making: ProvenanceRecord, rendition: Rendition): ProvenanceRecord {
  return rendition === 'watermarked' ? { ...making, steps: [...making.steps, 'watermarked'] } : making;
}

/** Embeds the provenance into a file of one rendition. */
export async function sealRendition(
  credentials: CredentialWriter,
  file: string,
  rendition: Rendition,
  { making, ...statement }: Statement,
): Promise<void> {
  await credentials.write(file, { ...statement, making: provenanceFor(making, rendition) });
}

/** How the small version of a rendition was made. */
export const smallProvenance = ({ steps, ...making }: ProvenanceRecord): ProvenanceRecord => ({
  ...making,
  steps: [...steps, 'compressed'],
});

/**
 * Records the making of the files under a run's prefix, which belong to a video or an album; `small` lists the
 * renditions that have a small version.
 */
export async function recordProvenance(
  tx: Tx,
  owner: { taskId: string } | { albumId: string },
  prefix: string,
  making: ProvenanceRecord,
  small: readonly Rendition[] = [],
): Promise<void> {
  const files: { rendition: StoredRendition; making: ProvenanceRecord }[] = [
    ...renditions.map((rendition) => ({ rendition, making: provenanceFor(making, rendition) })),
    ...small.map((rendition) => ({
      rendition: smallOf(rendition),
      making: provenanceFor(smallProvenance(making), rendition),
    })),
  ];
  await tx.provenance.createMany({ data: files.map((file) => ({ prefix, ...file, ...owner })) });
}

/** The recorded making of a file under this prefix; null if none was recorded. */
export async function findProvenanceRecord(
  db: Pick<Tx, 'provenance'>,
  prefix: string,
  rendition: StoredRendition,
): Promise<ProvenanceRecord | null> {
  const row = await db.provenance.findUnique({ where: { prefix_rendition: { prefix, rendition } } });
  return row && provenanceRecordSchema.parse(row.making);
}

/** A maker of which only the name is known. */
export const makerNamed = (name: string): Maker => makerSchema.parse({ name, version: null, model: null });

/** A film whose provenance is published. */
export interface ProvenanceSource {
  kind: SharedKind;
  id: string;
  finishedAt: Date | null;
  /** The provider names of its videos, or its own: used for films older than the provenance records. */
  providers: readonly string[];
}

/** The provenance of the file that is currently served for a film, without its signature. */
export async function readProvenance(
  db: Pick<Tx, 'provenance'>,
  { kind, id, finishedAt, providers }: ProvenanceSource,
  { prefix, rendition, stored }: Pick<PublishedFile, 'prefix' | 'rendition' | 'stored'>,
): Promise<Omit<Provenance, 'credentials'>> {
  const recorded = await findProvenanceRecord(db, prefix, stored);
  const making = recorded ?? { makers: [...new Set(providers)].map(makerNamed), photos: [], steps: [] };
  return {
    id,
    kind,
    rendition,
    ...making,
    ai: making.makers.some(isModel),
    digitalSourceType: digitalSourceType(making.makers),
    madeAt: finishedAt?.toISOString() ?? null,
    recorded: recorded !== null,
  };
}

/**
 * The making of a film joined from others, without the watermark: all distinct makers, and every step that was applied
 * to any clip.
 */
export function mergeProvenance(
  clips: readonly ProvenanceRecord[],
  sound: { music: boolean; voice: boolean },
): ProvenanceRecord {
  const makers = new Map(clips.flatMap((each) => each.makers).map((maker) => [JSON.stringify(maker), maker]));
  const done = new Set(clips.flatMap(({ steps }) => steps));
  return {
    makers: [...makers.values()],
    photos: [...new Set(clips.flatMap(({ photos }) => photos))],
    steps: provenanceSteps.filter((step) =>
      step === 'music' || step === 'voice'
        ? sound[step]
        : step === 'joined' || (step !== 'watermarked' && done.has(step)),
    ),
  };
}
