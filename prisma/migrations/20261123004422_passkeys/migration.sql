-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "id" TEXT NOT NULL,
    "session_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_user_id_created_at_idx" ON "passkey"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "passkey_challenge_session_id_idx" ON "passkey_challenge"("session_id");

-- CreateIndex
CREATE INDEX "passkey_challenge_expires_at_idx" ON "passkey_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "passkey" ALTER COLUMN "transports" SET NOT NULL;
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_name_check" CHECK (
  char_length("name") BETWEEN 1 AND 60 AND "name" = btrim("name")
  AND "name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_credential_id_check" CHECK ("credential_id" ~ '^[A-Za-z0-9_-]+$');
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_counter_check" CHECK ("counter" BETWEEN 0 AND 4294967295);
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_id_check" CHECK ("id" ~ '^[0-9a-f]{64}$');
