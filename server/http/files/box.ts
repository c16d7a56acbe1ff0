import { type Request, type Response, Router } from 'express';
import type { OpenBox } from '../../../shared/box.ts';
import { boxPhotoRefSchema, sentFieldsSchema } from '../../../shared/schemas/box.ts';
import type { Deps } from '../../composition/deps.ts';
import { findWaiting } from '../../features/boxes/answers.ts';
import { findOpenBox } from '../../features/boxes/boxes.ts';
import { boxPhotoKey } from '../../features/boxes/keys.ts';
import { requireRoom, sendToBox } from '../../features/boxes/photos.ts';
import { findSent } from '../../features/boxes/sent.ts';
import { readPhotoForm } from '../../features/generation/requests/form.ts';
import { AppError } from '../../platform/errors.ts';
import { createLimitReporter } from '../responses/limit-headers.ts';
import { sendMedia } from './media.ts';
import { uploadFormOf, uploadPhotos } from './upload.ts';
import { personOf } from '../identity/viewer.ts';

type BoxDeps = Pick<
  Deps,
  'db' | 'storage' | 'limiters' | 'uploads' | 'uploadDir' | 'sessions' | 'publicUrl' | 'logger'
>;

/**
 * A box, by its secret: returns its name (GET) and accepts photos (POST, a form of `sentFieldsSchema` and one `image`).
 */
export function boxes(deps: BoxDeps): Router {
  const router = Router();
  const receive = uploadPhotos(deps);
  router.get('/:secret', async (req, res) => {
    const { name, closesAt } = await opened(deps, req, res);
    const box: OpenBox = { name, closesAt: closesAt.toISOString() };
    res.json(box);
  });
  router.post('/:secret', async (req, res, next) => {
    const box = await opened(deps, req, res);
    const address = addressOf(req);
    await deps.limiters.box.take(address, createLimitReporter(res));
    await requireRoom(deps.db, box, address);
    await deps.uploads.enterBox(box.id, address, res);
    receive(req, res, next);
  });
  router.post('/:secret', async (req, res) => {
    const box = await opened(deps, req, res);
    const form = readPhotoForm(await uploadFormOf(req), sentFieldsSchema);
    const secret = await sendToBox(deps, box, { ...form, address: addressOf(req) });
    res.status(201).json({ secret });
  });
  return router;
}

const addressOf = ({ ip }: Pick<Request, 'ip'>): string => ip ?? 'unknown';

async function opened({ db, limiters }: BoxDeps, req: Request<{ secret: string }>, res: Response) {
  const box = await findOpenBox(db, req.params.secret);
  if (box) return box;
  await limiters.anonymous.take(addressOf(req), createLimitReporter(res));
  throw new AppError('box_not_found');
}

/** The state of a photo, by its sender's secret (GET). */
export function sentPhotos({ db, limiters }: BoxDeps): Router {
  const router = Router();
  router.get('/:secret', async (req, res) => {
    await limiters.anonymous.take(addressOf(req), createLimitReporter(res));
    const sent = await findSent(db, req.params.secret);
    if (!sent) throw new AppError('box_photo_not_found');
    res.json(sent);
  });
  return router;
}

/** The photos that wait in boxes, only for their owner (GET). */
export function boxPhotos(deps: BoxDeps): Router {
  const router = Router();
  router.get('/:id.jpg', async (req, res) => {
    const userId = await personOf(deps, req);
    const { id } = await findWaiting(deps.db, userId, boxPhotoRefSchema.parse(req.params).id);
    const file = { storageKey: boxPhotoKey(id), contentType: 'image/jpeg', filename: 'photo.jpg' };
    await sendMedia(deps.storage, req, res, file, 'inline');
  });
  return router;
}
