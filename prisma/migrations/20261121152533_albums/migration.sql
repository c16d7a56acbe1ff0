-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "album" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "music_track" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "run_prefix" TEXT,
    "error_code" TEXT,
    "retry_of" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "album_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "album_clip" (
    "album_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "task_id" TEXT NOT NULL,

    CONSTRAINT "album_clip_pkey" PRIMARY KEY ("album_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "album_sequence_key" ON "album"("sequence");

-- CreateIndex
CREATE UNIQUE INDEX "album_retry_of_key" ON "album"("retry_of");

-- CreateIndex
CREATE INDEX "album_user_id_sequence_idx" ON "album"("user_id", "sequence" DESC);

-- CreateIndex
CREATE INDEX "album_status_sequence_idx" ON "album"("status", "sequence");

-- CreateIndex
CREATE INDEX "album_deleted_at_idx" ON "album"("deleted_at");

-- CreateIndex
CREATE UNIQUE INDEX "album_clip_album_id_task_id_key" ON "album_clip"("album_id", "task_id");

-- CreateIndex
CREATE INDEX "video_task_deleted_at_idx" ON "video_task"("deleted_at");

-- AddForeignKey
ALTER TABLE "album" ADD CONSTRAINT "album_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "album_clip" ADD CONSTRAINT "album_clip_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

-- An album's states, and what each of them means for its other columns.
ALTER TABLE "album" ADD CONSTRAINT "album_status_check"
  CHECK ("status" IN ('pending', 'processing', 'completed', 'failed'));
ALTER TABLE "album" ADD CONSTRAINT "album_name_check" CHECK (char_length("name") BETWEEN 1 AND 100);
ALTER TABLE "album" ADD CONSTRAINT "album_progress_check" CHECK ("progress" BETWEEN 0 AND 1);
ALTER TABLE "album" ADD CONSTRAINT "album_finished_check"
  CHECK (("status" IN ('completed', 'failed')) = ("finished_at" IS NOT NULL));
ALTER TABLE "album" ADD CONSTRAINT "album_completed_check"
  CHECK (("status" = 'completed') = ("run_prefix" IS NOT NULL));
ALTER TABLE "album" ADD CONSTRAINT "album_failed_check"
  CHECK (("status" = 'failed') = ("error_code" IS NOT NULL));
ALTER TABLE "album_clip" ADD CONSTRAINT "album_clip_position_check" CHECK ("position" >= 0);

-- Only what has ended can be deleted.
ALTER TABLE "album" ADD CONSTRAINT "album_deleted_check"
  CHECK ("deleted_at" IS NULL OR "status" IN ('completed', 'failed'));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_deleted_check"
  CHECK ("deleted_at" IS NULL OR "status" IN ('Success', 'Fail'));

-- An album that ended stays as it ended.
CREATE FUNCTION "refuse_final_album_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'album % has ended', OLD."id" USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "album_final" BEFORE UPDATE OF "status", "run_prefix", "error_code" ON "album"
  FOR EACH ROW WHEN (OLD."status" IN ('completed', 'failed')) EXECUTE FUNCTION "refuse_final_album_change"();

-- An album that was taken up never queues again, and none changes its place: queue positions can't rise.
CREATE FUNCTION "refuse_album_requeue"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'album % has its place in the queue', OLD."id" USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "album_queue_place" BEFORE UPDATE OF "status", "sequence" ON "album"
  FOR EACH ROW WHEN (
    OLD."sequence" <> NEW."sequence" OR (OLD."status" <> 'pending' AND NEW."status" = 'pending')
  ) EXECUTE FUNCTION "refuse_album_requeue"();
