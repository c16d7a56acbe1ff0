-- Works with: 20261129010000_amount_lost
-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "untrusted_proxy_at" TIMESTAMPTZ(3);
