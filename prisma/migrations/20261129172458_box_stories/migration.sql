-- Works with: 20261129141500_album_as_made
-- AlterTable
ALTER TABLE "audio" ADD COLUMN     "speaker" TEXT,
ADD COLUMN     "task_id" TEXT,
ADD COLUMN     "words" TEXT;

-- AlterTable
ALTER TABLE "box" ADD COLUMN     "asks_for_story" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "box_photo" ADD COLUMN     "story_seconds" DOUBLE PRECISION,
ADD COLUMN     "story_words" TEXT;

-- CreateIndex
CREATE INDEX "audio_task_id_idx" ON "audio"("task_id");

-- AddForeignKey
ALTER TABLE "audio" ADD CONSTRAINT "audio_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "video_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;
