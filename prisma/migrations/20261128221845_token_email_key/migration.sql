-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "account_token" ADD COLUMN     "email_key" TEXT;

-- CreateIndex
CREATE INDEX "account_token_email_key_purpose_idx" ON "account_token"("email_key", "purpose");
