-- AlterTable
ALTER TABLE "held_mail" ADD COLUMN     "queue" TEXT NOT NULL DEFAULT 'send-mail';

-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "begin_terms" TEXT,
ADD COLUMN     "price_note" TEXT,
ADD COLUMN     "receipt_number" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "purchase_receipt_number_key" ON "purchase"("receipt_number");

-- A purchase gets its number when it is paid, whichever process writes that. Numbers are unique and rise; a transaction
-- that is rolled back leaves a gap.
CREATE SEQUENCE "purchase_receipt_number" AS INTEGER;

UPDATE "purchase" SET "receipt_number" = numbered."number"
FROM (
  SELECT "session_id", nextval('purchase_receipt_number')::integer AS "number"
  FROM (SELECT "session_id" FROM "purchase" WHERE "status" = 'paid' ORDER BY "paid_at", "session_id") AS paid
) AS numbered
WHERE "purchase"."session_id" = numbered."session_id";

CREATE FUNCTION number_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.receipt_number := nextval('purchase_receipt_number');
  RETURN NEW;
END
$$;

CREATE TRIGGER "purchase_receipt" BEFORE INSERT OR UPDATE ON "purchase"
  FOR EACH ROW WHEN (NEW.status = 'paid' AND NEW.receipt_number IS NULL) EXECUTE FUNCTION number_receipt();

ALTER TABLE "held_mail" ADD CONSTRAINT "held_mail_queue_check" CHECK ("queue" IN ('send-mail', 'purchase-mail'));
