-- AlterTable
ALTER TABLE "album" ADD COLUMN     "dedication" TEXT,
ADD COLUMN     "sender" TEXT,
ADD COLUMN     "share_stopped_at" TIMESTAMPTZ(3),
ADD COLUMN     "shared_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "dedication" TEXT,
ADD COLUMN     "sender" TEXT,
ADD COLUMN     "share_stopped_at" TIMESTAMPTZ(3),
ADD COLUMN     "shared_until" TIMESTAMPTZ(3);

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "video_task" ADD CONSTRAINT "video_task_sender_check" CHECK (
  char_length("sender") BETWEEN 1 AND 60 AND "sender" = btrim("sender")
  AND "sender" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
-- Lines may end.
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_dedication_check" CHECK (
  char_length("dedication") BETWEEN 1 AND 500
  AND "dedication" !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);

ALTER TABLE "album" ADD CONSTRAINT "album_sender_check" CHECK (
  char_length("sender") BETWEEN 1 AND 60 AND "sender" = btrim("sender")
  AND "sender" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
-- Lines may end.
ALTER TABLE "album" ADD CONSTRAINT "album_dedication_check" CHECK (
  char_length("dedication") BETWEEN 1 AND 500
  AND "dedication" !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
