-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "checked_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "purchase_status_checked_at_idx" ON "purchase"("status", "checked_at");
