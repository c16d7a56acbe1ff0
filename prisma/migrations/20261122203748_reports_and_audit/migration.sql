-- AlterTable
ALTER TABLE "album" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "hidden_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "film_report" (
    "id" TEXT NOT NULL,
    "task_id" TEXT,
    "album_id" TEXT,
    "reason" TEXT NOT NULL,
    "words" TEXT,
    "contact" TEXT,
    "language" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "film_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "user_id" TEXT,
    "subject" TEXT,
    "reason" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "film_report_closed_at_created_at_idx" ON "film_report"("closed_at", "created_at");

-- CreateIndex
CREATE INDEX "film_report_task_id_idx" ON "film_report"("task_id");

-- CreateIndex
CREATE INDEX "film_report_album_id_idx" ON "film_report"("album_id");

-- CreateIndex
CREATE INDEX "audit_entry_user_id_idx" ON "audit_entry"("user_id");

-- AddForeignKey
ALTER TABLE "film_report" ADD CONSTRAINT "film_report_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "video_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "film_report" ADD CONSTRAINT "film_report_album_id_fkey" FOREIGN KEY ("album_id") REFERENCES "album"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "film_report" ADD CONSTRAINT "film_report_film_check" CHECK (num_nonnulls("task_id", "album_id") = 1);
ALTER TABLE "film_report" ADD CONSTRAINT "film_report_outcome_check"
  CHECK ("outcome" IN ('kept', 'hidden', 'deleted') AND ("outcome" IS NULL) = ("closed_at" IS NULL));

-- What was done stays said. An erasure takes the person out of it, and what was written of them.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('memori.erasing', true) = 'on' THEN
    IF to_jsonb(OLD) - '{user_id,reason,details}'::text[] = to_jsonb(NEW) - '{user_id,reason,details}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_entry is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "audit_entry_no_truncate" BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
