-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "deletion_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "app_user_deletion_at_idx" ON "app_user"("deletion_at");

ALTER TABLE "account_token" DROP CONSTRAINT "account_token_purpose_check";
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_purpose_check"
  CHECK ("purpose" IN ('verify', 'reset', 'keep', 'change-email', 'undo-email'));

-- The books of an account outlive it under another id, which names nobody. Nothing else of an entry can ever change.
CREATE OR REPLACE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('memori.erasing', true) = 'on' THEN
    IF to_jsonb(OLD) - '{user_id,reference}'::text[] = to_jsonb(NEW) - '{user_id,reference}'::text[]
      -- The free credits have their user as reference.
      AND NEW."reference" IN (OLD."reference", NEW."user_id") THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'credit_entry is append-only' USING ERRCODE = 'restrict_violation';
END $$;
