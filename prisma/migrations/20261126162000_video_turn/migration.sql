-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "video_task" ADD COLUMN     "turn" TEXT NOT NULL DEFAULT 'auto';

-- AddConstraint
ALTER TABLE "video_task" ADD CONSTRAINT "video_task_turn_check" CHECK ("turn" IN ('auto', '0', '90', '180', '270'));
