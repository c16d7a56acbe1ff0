import { filmRefSchema, type FilmRef } from '#shared/schemas/share.ts';
import { type AdminDeps, AdminError } from './command.ts';

/** A user by id or by e-mail (case-insensitive). Throws AdminError if there is none. */
export async function findUser({ db }: Pick<AdminDeps, 'db'>, idOrEmail = '') {
  const emailKey = idOrEmail.toLowerCase();
  const user = await db.user.findFirst({ where: { OR: [{ id: idOrEmail }, { emailKey }] } });
  if (!user) throw new AdminError(`There is no user ${idOrEmail}.`);
  return user;
}

/** A task, even if its owner has deleted it. Throws AdminError if there is none. */
export async function findTask({ db }: Pick<AdminDeps, 'db'>, id = '') {
  const task = await db.videoTask.findUnique({ where: { id } });
  if (!task) throw new AdminError(`There is no task ${id}.`);
  return task;
}

/** A film and its owner's id. Throws AdminError if there is no such film. */
export async function findFilm(
  { db }: Pick<AdminDeps, 'db'>,
  [kind, id]: readonly string[],
): Promise<{ film: FilmRef; ownerId: string }> {
  const { data: film, success } = filmRefSchema.safeParse({ kind, id });
  if (!success) throw new AdminError('Name a film as "video ID" or "album ID".');
  const where = { id: film.id };
  const owned =
    film.kind === 'video' ? await db.videoTask.findUnique({ where }) : await db.album.findUnique({ where });
  if (!owned) throw new AdminError(`There is no ${film.kind} ${film.id}.`);
  return { film, ownerId: owned.userId };
}

/** A whole number of credits above 0. Throws AdminError for anything else. */
export function creditsFrom(text = ''): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new AdminError(`"${text}" is no number of credits.`);
  return Number(text);
}
