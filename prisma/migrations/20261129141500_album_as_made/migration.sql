-- Works with: 20261129110000_untrusted_proxy
-- AlterTable
ALTER TABLE "album" ADD COLUMN     "as_made" JSONB;
