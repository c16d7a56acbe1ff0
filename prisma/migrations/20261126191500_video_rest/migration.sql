-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "rest" DOUBLE PRECISION[] NOT NULL DEFAULT ARRAY[]::DOUBLE PRECISION[];

-- AddConstraint
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_rest_check" CHECK (cardinality("rest") % 2 = 0);
