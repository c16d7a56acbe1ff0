-- Works with: 20261125120000_album_frame_size
-- A server of the previous release cancels a deletion without looking at it; the erasure then stops before its next step.
ALTER TABLE "app_user" ADD COLUMN "erasing_at" TIMESTAMPTZ(3);
