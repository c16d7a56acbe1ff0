-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "border" TEXT NOT NULL DEFAULT 'crop';

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "video_task" ADD CONSTRAINT "video_task_border_check" CHECK ("border" IN ('crop', 'keep'));
