-- Works with: 20261125120000_album_frame_size
-- Until all servers know it, deliveries by those of the previous release are not recorded.
-- CreateTable
CREATE TABLE "clean_delivery" (
    "task_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "clean_delivery_pkey" PRIMARY KEY ("task_id")
);

-- CreateIndex
CREATE INDEX "clean_delivery_user_id_idx" ON "clean_delivery"("user_id");

-- CreateIndex
CREATE INDEX "clean_delivery_session_id_idx" ON "clean_delivery"("session_id");

-- AddForeignKey
ALTER TABLE "clean_delivery" ADD CONSTRAINT "clean_delivery_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "clean_delivery" ADD CONSTRAINT "clean_delivery_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "purchase"("session_id") ON DELETE CASCADE ON UPDATE CASCADE;
