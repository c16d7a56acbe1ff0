-- CreateTable
CREATE TABLE "credit_claim" (
    "reference" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "total" INTEGER NOT NULL,

    CONSTRAINT "credit_claim_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE INDEX "credit_claim_user_id_idx" ON "credit_claim"("user_id");

-- AddForeignKey
ALTER TABLE "credit_claim" ADD CONSTRAINT "credit_claim_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "credit_account"("user_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "credit_claim" ADD CONSTRAINT "credit_claim_total_check" CHECK ("total" > 0);

-- What was reversed before: as server/features/payments/reversal.ts reckons it.
INSERT INTO "credit_claim" ("reference", "user_id", "total")
SELECT "session_id", "user_id", "total" FROM (
    SELECT "session_id", "user_id", CASE
        WHEN "dispute_lost" THEN "credits"
        WHEN "amount_paid" > 0 THEN least("credits"::bigint, "credits"::bigint * "amount_refunded" / "amount_paid")::int
        ELSE 0
    END AS "total"
    FROM "purchase" WHERE "status" = 'paid'
) AS reversed
WHERE "total" > 0;
