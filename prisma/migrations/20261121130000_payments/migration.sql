-- CreateTable
CREATE TABLE "purchase" (
    "session_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "package_id" TEXT NOT NULL,
    "credits" INTEGER NOT NULL,
    "price" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "amount_paid" INTEGER,
    "payment_intent_id" TEXT,
    "amount_refunded" INTEGER NOT NULL DEFAULT 0,
    "dispute_lost" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "purchase_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "purchase_payment_intent_id_key" ON "purchase"("payment_intent_id");

-- CreateIndex
CREATE INDEX "purchase_user_id_idx" ON "purchase"("user_id");

-- CreateIndex
CREATE INDEX "purchase_status_created_at_idx" ON "purchase"("status", "created_at");

-- AddForeignKey
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "purchase" ADD CONSTRAINT "purchase_status_check"
  CHECK ("status" IN ('open', 'paid', 'expired', 'failed'));
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_package_check" CHECK ("credits" > 0 AND "price" > 0);
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_paid_check"
  CHECK (("status" = 'paid') = ("paid_at" IS NOT NULL AND "amount_paid" IS NOT NULL));
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_amount_paid_check" CHECK ("amount_paid" >= 0);
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_amount_refunded_check" CHECK ("amount_refunded" >= 0);
