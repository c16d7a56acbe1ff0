-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "public_id" TEXT NOT NULL DEFAULT (gen_random_uuid())::text,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "user_agent" TEXT;

-- CreateTable
CREATE TABLE "account_token" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "held_mail" (
    "user_id" TEXT NOT NULL,
    "task_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "held_mail_pkey" PRIMARY KEY ("user_id","task_id")
);

-- CreateIndex
CREATE INDEX "account_token_user_id_purpose_idx" ON "account_token"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_token_expires_at_idx" ON "account_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "session_public_id_key" ON "session"("public_id");

-- AddForeignKey
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "held_mail" ADD CONSTRAINT "held_mail_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "account_token" ADD CONSTRAINT "account_token_purpose_check"
  CHECK ("purpose" IN ('verify', 'reset', 'change-email', 'undo-email'));
