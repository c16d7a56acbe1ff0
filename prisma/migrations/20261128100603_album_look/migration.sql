-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "album" ADD COLUMN     "look" JSONB,
ADD COLUMN     "timeline" JSONB;
