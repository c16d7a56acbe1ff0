// The contender in `npm run bench -- api`, in a separate process: Express, the same Prisma queries, and nothing else.
// Under /signed-in it also looks up the session, as a handwritten server would. Prints its port, exits with its parent.
import type { AddressInfo } from 'node:net';
import { parseCookie } from 'cookie';
import express from 'express';
import { createSessions } from '#server/features/accounts/sessions.ts';
import { openDatabase } from '#server/platform/database/db.ts';

const [, , databaseUrl = '', userId = '', taskId = ''] = process.argv;
const database = openDatabase(databaseUrl);
const { db } = database;
const sessions = createSessions(database);

const polls = express.Router();
polls.get('/status', async (_req, res) => {
  const task = await db.videoTask.findUnique({ where: { id: taskId, userId, deletedAt: null } });
  res.json(task);
});
polls.get('/balance', async (_req, res) => {
  const account = await db.creditAccount.findUnique({ where: { userId }, select: { balance: true } });
  res.json({ credits: account?.balance });
});
polls.get('/tasks', async (_req, res) => {
  const tasks = await db.videoTask.findMany({
    where: { userId, deletedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  res.json(tasks);
});

const app = express();
app.use('/bare', polls);
app.use('/signed-in', async (req, res, next) => {
  const session = await sessions.validate(parseCookie(req.headers.cookie ?? '')['memori_session'] ?? '');
  if (!session) return void res.sendStatus(401);
  next();
});
app.use('/signed-in', polls);

const server = app.listen(0, '127.0.0.1', () => {
  console.log((server.address() as AddressInfo).port);
});
process.once('disconnect', () => process.exit());
