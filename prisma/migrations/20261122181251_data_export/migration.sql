-- CreateTable
CREATE TABLE "data_export" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'Queued',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rendition_prefix" TEXT,
    "error_code" TEXT,
    "language" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_export_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "data_export_user_id_created_at_idx" ON "data_export"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "data_export_status_created_at_idx" ON "data_export"("status", "created_at");

-- AddForeignKey
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "data_export" ADD CONSTRAINT "data_export_status_check"
  CHECK ("status" IN ('Queued', 'Processing', 'Success', 'Fail'));
ALTER TABLE "data_export" ADD CONSTRAINT "data_export_success_check"
  CHECK (("status" = 'Success') = ("rendition_prefix" IS NOT NULL));
