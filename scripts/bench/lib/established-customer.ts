import type { Db } from '../../../server/platform/db.ts';
import { createId } from '../../../server/platform/ids.ts';
import { type Customer, signUp } from '../../lib/customer.ts';

/** As many videos as a good customer has. */
const videos = 15;

export interface EstablishedCustomer {
  customer: Customer;
  /** One of the customer's videos. */
  taskId: string;
}

/** Somebody who is signed in and has finished videos, in the database alone: there are no films of them. */
export async function addEstablishedCustomer(
  url: string,
  db: Db,
  email: string,
): Promise<EstablishedCustomer> {
  const customer = await signUp(url, email, 'a good one');
  const ids = Array.from({ length: videos }, createId);
  await db.videoTask.createMany({
    data: ids.map((id) => ({
      ...{ id, userId: customer.id, provider: 'local', prompt: 'Slowly.', originalFilename: 'nonna.jpg' },
      ...{ photoKey: id, status: 'Success', stage: 'finalizing', progress: 1, renditionPrefix: id },
      finishedAt: new Date(),
    })),
  });
  return { customer, taskId: ids[0]! };
}
