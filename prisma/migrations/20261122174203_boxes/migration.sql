-- CreateTable
CREATE TABLE "box" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closes_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "box_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "box_photo" (
    "id" TEXT NOT NULL,
    "box_id" TEXT NOT NULL,
    "secret_hash" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "note" TEXT,
    "sender_key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "taken_on" DATE,
    "seed" INTEGER NOT NULL,
    "photo_hash" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "task_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "box_photo_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "box_secret_hash_key" ON "box"("secret_hash");

-- CreateIndex
CREATE INDEX "box_user_id_created_at_idx" ON "box"("user_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "box_photo_secret_hash_key" ON "box_photo"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "box_photo_task_id_key" ON "box_photo"("task_id");

-- CreateIndex
CREATE INDEX "box_photo_box_id_status_created_at_idx" ON "box_photo"("box_id", "status", "created_at");

-- CreateIndex
CREATE INDEX "box_photo_status_created_at_idx" ON "box_photo"("status", "created_at");

-- AddForeignKey
ALTER TABLE "box" ADD CONSTRAINT "box_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "box_photo" ADD CONSTRAINT "box_photo_box_id_fkey" FOREIGN KEY ("box_id") REFERENCES "box"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "box" ADD CONSTRAINT "box_name_check" CHECK (
  char_length("name") BETWEEN 1 AND 80 AND "name" = btrim("name")
  AND "name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
ALTER TABLE "box" ADD CONSTRAINT "box_secret_check" CHECK ("secret_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "box_photo" ADD CONSTRAINT "box_photo_secret_check" CHECK ("secret_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "box_photo" ADD CONSTRAINT "box_photo_sender_check" CHECK (
  char_length("sender") BETWEEN 1 AND 60 AND "sender" = btrim("sender")
  AND "sender" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
-- Lines may end.
ALTER TABLE "box_photo" ADD CONSTRAINT "box_photo_note_check" CHECK (
  char_length("note") BETWEEN 1 AND 280
  AND "note" !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
ALTER TABLE "box_photo" ADD CONSTRAINT "box_photo_status_check" CHECK (
  "status" IN ('waiting', 'approved', 'refused')
  AND ("status" = 'approved') = ("task_id" IS NOT NULL)
  AND ("status" = 'waiting') = ("answered_at" IS NULL)
  AND (NOT "blocked" OR "status" = 'refused')
);
