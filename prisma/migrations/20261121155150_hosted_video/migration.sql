-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "language" TEXT NOT NULL DEFAULT 'en',
ADD COLUMN     "provider_status" TEXT;

-- CreateTable
CREATE TABLE "submission" (
    "task_id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "remote_id" TEXT,
    "outcome" TEXT,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "submission_pkey" PRIMARY KEY ("task_id","provider","number")
);

-- CreateTable
CREATE TABLE "mail_preference" (
    "user_id" TEXT NOT NULL,
    "wanted" BOOLEAN NOT NULL DEFAULT true,
    "token" TEXT NOT NULL,

    CONSTRAINT "mail_preference_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_preference_token_key" ON "mail_preference"("token");

-- CreateIndex
CREATE INDEX "video_task_provider_finished_at_idx" ON "video_task"("provider", "finished_at" DESC);

-- AddForeignKey
ALTER TABLE "submission" ADD CONSTRAINT "submission_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "video_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_preference" ADD CONSTRAINT "mail_preference_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "video_task" ADD CONSTRAINT "video_task_language_check" CHECK ("language" IN ('en', 'it'));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_provider_status_check"
  CHECK ("provider_status" IN ('preparing', 'queueing', 'processing'));

-- However often machines die, a task is submitted to one provider no more often.
ALTER TABLE "submission" ADD CONSTRAINT "submission_number_check" CHECK ("number" BETWEEN 1 AND 2);
ALTER TABLE "submission" ADD CONSTRAINT "submission_outcome_check"
  CHECK ("outcome" IN ('failed', 'refused', 'rejected', 'lost'));
ALTER TABLE "submission" ADD CONSTRAINT "submission_ended_check"
  CHECK (("outcome" IS NULL) = ("ended_at" IS NULL));
