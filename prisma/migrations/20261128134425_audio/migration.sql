-- Works with: 20261125120000_album_frame_size
-- CreateTable
CREATE TABLE "audio" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audio_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audio_user_id_created_at_idx" ON "audio"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "audio_last_used_at_idx" ON "audio"("last_used_at");

-- AddForeignKey
ALTER TABLE "audio" ADD CONSTRAINT "audio_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "audio" ADD CONSTRAINT "audio_purpose_check" CHECK ("purpose" IN ('music', 'voice'));
ALTER TABLE "audio" ADD CONSTRAINT "audio_seconds_check" CHECK ("seconds" > 0);
