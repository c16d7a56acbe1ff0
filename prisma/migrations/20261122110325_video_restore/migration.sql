-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "restore" BOOLEAN NOT NULL DEFAULT false;
