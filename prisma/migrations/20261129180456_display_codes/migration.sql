-- Works with: 20261129141500_album_as_made
-- CreateTable
CREATE TABLE "frame_code" (
    "frame_id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "frame_code_pkey" PRIMARY KEY ("frame_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "frame_code_code_hash_key" ON "frame_code"("code_hash");

-- CreateIndex
CREATE INDEX "frame_code_session_id_idx" ON "frame_code"("session_id");

-- AddForeignKey
ALTER TABLE "frame_code" ADD CONSTRAINT "frame_code_frame_id_fkey" FOREIGN KEY ("frame_id") REFERENCES "frame"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "frame_code" ADD CONSTRAINT "frame_code_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
