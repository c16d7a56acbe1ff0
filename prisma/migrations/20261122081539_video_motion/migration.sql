-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "liveliness" TEXT NOT NULL DEFAULT 'natural',
ADD COLUMN     "motion" TEXT NOT NULL DEFAULT 'auto',
ADD COLUMN     "seed" INTEGER NOT NULL DEFAULT 0;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "video_task" ADD CONSTRAINT "video_task_motion_check" CHECK ("motion" IN (
  'auto', 'push-in', 'pull-out', 'arc', 'drift', 'rise', 'dolly-zoom', 'focus-pull', 'still'
));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_liveliness_check" CHECK ("liveliness" IN ('calm', 'natural', 'lively'));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_seed_check" CHECK ("seed" >= 0);
