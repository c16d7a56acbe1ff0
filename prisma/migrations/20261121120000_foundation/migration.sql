-- CreateTable
CREATE TABLE "app_user" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "app_user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_account" (
    "user_id" TEXT NOT NULL,
    "balance" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "credit_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "credit_entry" (
    "id" BIGSERIAL NOT NULL,
    "user_id" TEXT NOT NULL,
    "delta" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "balance_after" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "video_task" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Queued',
    "stage" TEXT NOT NULL DEFAULT 'preparing',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "measured" BOOLEAN NOT NULL DEFAULT true,
    "provider" TEXT NOT NULL,
    "prompt" TEXT NOT NULL,
    "original_filename" TEXT NOT NULL,
    "photo_key" TEXT NOT NULL,
    "rendition_prefix" TEXT,
    "width" INTEGER,
    "height" INTEGER,
    "error_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "video_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "app_user_email_key_key" ON "app_user"("email_key");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "credit_entry_reason_reference_key" ON "credit_entry"("reason", "reference");

-- CreateIndex
CREATE INDEX "credit_entry_user_id_id_idx" ON "credit_entry"("user_id", "id");

-- CreateIndex
CREATE INDEX "video_task_user_id_created_at_id_idx" ON "video_task"("user_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "video_task_status_created_at_idx" ON "video_task"("status", "created_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "credit_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

-- A balance is never below 0, whatever runs at once.
ALTER TABLE "credit_account" ADD CONSTRAINT "credit_account_balance_check" CHECK ("balance" >= 0);
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_balance_after_check" CHECK ("balance_after" >= 0);
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_delta_check" CHECK ("delta" <> 0);

-- The ledger is append-only: a mistake is corrected by another entry.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credit_entry is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "credit_entry_append_only" BEFORE UPDATE OR DELETE ON "credit_entry"
  FOR EACH ROW EXECUTE FUNCTION "refuse_ledger_change"();
CREATE TRIGGER "credit_entry_no_truncate" BEFORE TRUNCATE ON "credit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();

-- A task's states, and what each of them means for its other columns.
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_status_check"
  CHECK ("status" IN ('Queued', 'Processing', 'Success', 'Fail'));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_progress_check" CHECK ("progress" BETWEEN 0 AND 1);
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_finished_check"
  CHECK (("status" IN ('Success', 'Fail')) = ("finished_at" IS NOT NULL));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_success_check"
  CHECK (("status" = 'Success') = ("rendition_prefix" IS NOT NULL));
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_fail_check"
  CHECK (("status" = 'Fail') = ("error_code" IS NOT NULL));

-- A task that ended stays as it ended.
CREATE FUNCTION "refuse_final_task_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'video_task % has ended', OLD."id" USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "video_task_final" BEFORE UPDATE OF "status", "rendition_prefix", "error_code" ON "video_task"
  FOR EACH ROW WHEN (OLD."status" IN ('Success', 'Fail')) EXECUTE FUNCTION "refuse_final_task_change"();
