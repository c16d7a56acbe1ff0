-- CreateTable
CREATE TABLE "idempotency_key" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "answer" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotency_key_user_id_idx" ON "idempotency_key"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_key_created_at_idx" ON "idempotency_key"("created_at");

-- AddForeignKey
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_id_check" CHECK ("id" ~ '^[0-9a-f]{64}$');
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_fingerprint_check" CHECK ("fingerprint" ~ '^[0-9a-f]{64}$');
