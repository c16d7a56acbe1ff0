-- CreateTable
CREATE TABLE "api_token" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "api_token_hash_key" ON "api_token"("hash");

-- CreateIndex
CREATE INDEX "api_token_user_id_created_at_idx" ON "api_token"("user_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "api_token" ALTER COLUMN "scopes" SET NOT NULL;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_name_check" CHECK (
  char_length("name") BETWEEN 1 AND 60 AND "name" = btrim("name")
  AND "name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_scopes_check" CHECK (
  cardinality("scopes") BETWEEN 1 AND 3 AND "scopes" <@ ARRAY['read', 'generate', 'albums']
);
