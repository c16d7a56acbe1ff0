-- CreateTable
CREATE TABLE "frame" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "name" TEXT,
    "films" TEXT[],
    "dim_from" INTEGER,
    "dim_until" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "frame_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "frame_secret_hash_key" ON "frame"("secret_hash");

-- CreateIndex
CREATE INDEX "frame_user_id_created_at_idx" ON "frame"("user_id", "created_at" DESC);

-- AddForeignKey
ALTER TABLE "frame" ADD CONSTRAINT "frame_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "frame" ADD CONSTRAINT "frame_name_check" CHECK (
  char_length("name") BETWEEN 1 AND 80 AND "name" = btrim("name")
  AND "name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
ALTER TABLE "frame" ADD CONSTRAINT "frame_secret_check" CHECK ("secret_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "frame" ADD CONSTRAINT "frame_films_check" CHECK (cardinality("films") <= 200);
ALTER TABLE "frame" ADD CONSTRAINT "frame_dim_check" CHECK (
  ("dim_from" IS NULL) = ("dim_until" IS NULL)
  AND "dim_from" BETWEEN 0 AND 1439 AND "dim_until" BETWEEN 0 AND 1439
);
