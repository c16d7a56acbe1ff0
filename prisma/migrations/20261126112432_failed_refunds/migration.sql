-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "amount_refund_failed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "amount_returned_by_hand" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "mismatch" TEXT;

-- AlterTable
ALTER TABLE "withdrawal" ADD COLUMN     "attempted_at" TIMESTAMPTZ(3),
ADD COLUMN     "refund_failures" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "rate_limit_expire_idx" ON "rate_limit"("expire");
