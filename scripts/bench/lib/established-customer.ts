import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { type Customer, signUp } from '#scripts/lib/customer.ts';

/** The number of videos of a good customer. */
const videos = 15;

export interface EstablishedCustomer {
  customer: Customer;
  /** One of the customer's videos. */
  taskId: string;
}

/** Creates a signed-in customer with finished videos, in the database alone: their files don't exist. */
export async function addEstablishedCustomer(
  url: string,
  db: Db,
  email: string,
): Promise<EstablishedCustomer> {
  const customer = await signUp(url, email, 'a good one');
  const ids = Array.from({ length: videos }, createId);
  await db.videoTask.createMany({
    data: ids.map((id) => ({
      id,
      userId: customer.id,
      provider: 'local',
      prompt: 'Slowly.',
      originalFilename: 'nonna.jpg',
      photoKey: id,
      status: 'Success',
      stage: 'finalizing',
      progress: 1,
      renditionPrefix: id,
      finishedAt: new Date(),
    })),
  });
  return { customer, taskId: ids[0]! };
}
