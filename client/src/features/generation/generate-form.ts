import type { GenerateFields } from '#shared/schemas/video.ts';

/** Builds the form for a generation: its text fields, and the photo under its own name. */
export function generateForm({ image, ...texts }: GenerateFields & { image: File }): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append('image', image, image.name);
  return form;
}
