-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "photo_hash" TEXT;

-- CreateTable
CREATE TABLE "provenance" (
    "prefix" TEXT NOT NULL,
    "rendition" TEXT NOT NULL,
    "task_id" TEXT,
    "album_id" TEXT,
    "making" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provenance_pkey" PRIMARY KEY ("prefix","rendition")
);

-- CreateIndex
CREATE INDEX "provenance_task_id_idx" ON "provenance"("task_id");

-- CreateIndex
CREATE INDEX "provenance_album_id_idx" ON "provenance"("album_id");

-- AddForeignKey
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "video_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- It is of a video or of an album, never of both or of nothing.
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_owner_check" CHECK (
    num_nonnulls("task_id", "album_id") = 1
);
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_rendition_check" CHECK (
    "rendition" IN ('clean', 'watermarked')
);
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_photo_hash_check" CHECK (
    "photo_hash" ~ '^[0-9a-f]{64}$'
);
