-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "photo_deleted_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "video_task_photo_deleted_at_finished_at_idx" ON "video_task"("photo_deleted_at", "finished_at");
