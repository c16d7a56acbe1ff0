-- Works with: 20261128221845_token_email_key
-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "amount_lost" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "disputed" BOOLEAN NOT NULL DEFAULT false;
