import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '../../../../server/trpc/router.ts';

/** The form that `video.generate` accepts. */
export type GenerateForm = inferRouterInputs<AppRouter>['video']['generate'];

/** Builds the form for a generation: the fields that the procedure declares, and the photo under its own name. */
export function generateForm({ image, ...texts }: GenerateForm['holds'] & { image: File }): GenerateForm {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append('image', image, image.name);
  return form as GenerateForm;
}
