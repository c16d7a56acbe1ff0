-- CreateTable
CREATE TABLE "withdrawal" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "credits" INTEGER NOT NULL,
    "amount" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refund_id" TEXT,
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "withdrawal_session_id_idx" ON "withdrawal"("session_id");

-- CreateIndex
CREATE INDEX "withdrawal_user_id_idx" ON "withdrawal"("user_id");

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "purchase"("session_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_amounts_check" CHECK ("credits" > 0 AND "amount" > 0);
