-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "name" TEXT,
ADD COLUMN     "taken_on" DATE;

-- What Prisma's schema can't say ------------------------------------------------------------------

-- One line of what can be seen: no control characters, nothing that turns the writing around.
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_name_check" CHECK (
  char_length("name") BETWEEN 1 AND 80 AND "name" = btrim("name")
  AND "name" !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
);
