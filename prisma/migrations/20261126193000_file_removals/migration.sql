-- Works with: 20261125120000_album_frame_size
-- CreateTable
CREATE TABLE "file_removal" (
    "prefix" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "begun_at" TIMESTAMPTZ(3),

    CONSTRAINT "file_removal_pkey" PRIMARY KEY ("prefix")
);

-- CreateIndex
CREATE INDEX "file_removal_due_at_prefix_idx" ON "file_removal"("due_at", "prefix");

-- CreateIndex
CREATE INDEX "data_export_finished_at_idx" ON "data_export"("finished_at");

-- What Prisma's schema can't say ------------------------------------------------------------------

-- Maintenance looks for these every minute or hour, among a million ended tasks.
CREATE INDEX "video_task_discarded" ON "video_task" ("error_code", "finished_at") WHERE "error_code" IS NOT NULL;
CREATE INDEX "album_discarded" ON "album" ("error_code", "finished_at") WHERE "error_code" IS NOT NULL;
CREATE INDEX "video_task_photo_kept" ON "video_task" ("finished_at") WHERE "photo_deleted_at" IS NULL;
CREATE INDEX "video_task_photo_to_remove" ON "video_task" ("id") WHERE "photo_deleted_at" IS NOT NULL AND "photo_key" <> '';
