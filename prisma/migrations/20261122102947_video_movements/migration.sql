-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "movement" TEXT,
ADD COLUMN     "shown_prefix" TEXT;

-- CreateTable
CREATE TABLE "video_movement" (
    "id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Queued',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rendition_prefix" TEXT,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "video_movement_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "video_movement_task_id_idx" ON "video_movement"("task_id");

-- CreateIndex
CREATE INDEX "video_movement_status_created_at_idx" ON "video_movement"("status", "created_at");

-- AddForeignKey
ALTER TABLE "video_movement" ADD CONSTRAINT "video_movement_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "video_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "video_task" ADD CONSTRAINT "video_task_movement_check" CHECK ("movement" IN (
  'push-in', 'pull-out', 'arc', 'drift', 'rise', 'dolly-zoom', 'focus-pull', 'still'
));
ALTER TABLE "video_movement" ADD CONSTRAINT "video_movement_status_check" CHECK ("status" IN ('Queued', 'Processing', 'Success', 'Fail'));
ALTER TABLE "video_movement" ADD CONSTRAINT "video_movement_progress_check" CHECK ("progress" BETWEEN 0 AND 1);
ALTER TABLE "video_movement" ADD CONSTRAINT "video_movement_id_check" CHECK ("id" ~ '^[a-z2-7]{32}-(push-in|pull-out|arc|drift|rise|dolly-zoom|focus-pull|still)$' AND "id" LIKE "task_id" || '-%');
-- There is something to show exactly where it ended well.
ALTER TABLE "video_movement" ADD CONSTRAINT "video_movement_ended_well_check" CHECK (("status" = 'Success') = ("rendition_prefix" IS NOT NULL));
