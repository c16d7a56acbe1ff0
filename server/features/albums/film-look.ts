import { z } from 'zod';
import { Prisma } from '#server/generated/prisma/client.ts';
import { type FilmLook, filmLookSchema, type Voice, voicesSchema } from '#shared/schemas/film.ts';

/** How an album's film is to look, from its row. */
export const lookOf = (stored: Prisma.JsonValue): FilmLook => filmLookSchema.parse(stored ?? {});

/** What is spoken in an album's film, from its row. */
export const voicesOf = (stored: Prisma.JsonValue): Voice[] => voicesSchema.parse(stored ?? []);

/** A film's name and videos as they are shown in it. */
const asMadeSchema = z.object({
  name: z.string(),
  videos: z.array(
    z.object({ prefix: z.string(), name: z.string().nullable(), takenOn: z.string().nullable() }),
  ),
});
export type AsMade = z.infer<typeof asMadeSchema>;

/** What an album's film is made of, from its row; null while that is open. */
export const asMadeOf = (stored: Prisma.JsonValue): AsMade | null => asMadeSchema.nullable().parse(stored);

/** Whether it is to be as films have always been. */
export const asksForNothing = (look: FilmLook): boolean =>
  Object.values(look).every((value) => value === undefined);

/** A look for the row; null for one that asks for nothing. */
export const storedLook = (look: FilmLook) => (asksForNothing(look) ? Prisma.DbNull : look);
