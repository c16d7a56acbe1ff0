import type { Language } from '#shared/languages.ts';
import { isModel } from '#shared/provenance.ts';
import type { Maker, Provenance } from '#shared/schemas/provenance.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';

/** How a film was made, as text for its page; `ai` is empty if no generative model was used. */
export interface ProvenanceText {
  made: string;
  ai: string;
  makers: string;
  steps: string;
  madeAt: string;
  photos: string;
}

/** Describes a provenance record in a language, without adding any claims. */
export function describeProvenance(
  { kind, makers, steps, photos, madeAt, ai }: Omit<Provenance, 'credentials'>,
  language: Language,
): ProvenanceText {
  const { shared } = serverTexts[language];
  const sentences: { software: string; ai: string; mixed?: string } = shared.made[kind];
  const mixed = ai && !makers.every(isModel);
  const list = new Intl.ListFormat(language);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    made: (mixed && sentences.mixed) || (ai ? sentences.ai : sentences.software),
    ai: ai ? shared.ai : '',
    makers:
      makers.length > 0
        ? list.format(makers.map((maker) => makerText(maker, shared.makers)))
        : shared.unknownMaker,
    steps: steps.length > 0 ? list.format(steps.map((step) => shared.steps[step])) : shared.unknownSteps,
    madeAt: madeAt === null ? '' : date.format(new Date(madeAt)),
    photos: photos.join(', '),
  };
}

function makerText({ name, version, model }: Maker, names: Record<Maker['name'], string>): string {
  const detail = version ?? model;
  return detail === null ? names[name] : `${names[name]} (${detail})`;
}
