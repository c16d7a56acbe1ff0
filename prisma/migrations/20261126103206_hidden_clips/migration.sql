-- Works with: 20261125120000_album_frame_size
-- Albums that contain a video that the operator hides are hidden as well.
ALTER TABLE "album_clip" ADD COLUMN "hidden_at" TIMESTAMPTZ(3);

CREATE INDEX "album_clip_task_id_idx" ON "album_clip"("task_id");

UPDATE "album_clip" SET "hidden_at" = "video_task"."hidden_at"
FROM "video_task" WHERE "video_task"."id" = "album_clip"."task_id" AND "video_task"."hidden_at" IS NOT NULL;
