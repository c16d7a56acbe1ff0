-- CreateTable
CREATE TABLE "webhook" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "token_id" TEXT,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "secret" TEXT NOT NULL,
    "former_secret" TEXT,
    "former_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "data" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_attempt_at" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_user_id_idx" ON "webhook"("user_id");

-- CreateIndex
CREATE INDEX "webhook_token_id_idx" ON "webhook"("token_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_webhook_id_created_at_idx" ON "webhook_delivery"("webhook_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_user_id_idx" ON "webhook_delivery"("user_id");

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_token"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

ALTER TABLE "webhook" ALTER COLUMN "events" SET NOT NULL;
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_url_check" CHECK (
  "url" ~ '^https?://' AND char_length("url") <= 2000
);
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_events_check" CHECK (
  cardinality("events") BETWEEN 1 AND 5
  AND "events" <@ ARRAY['video.succeeded', 'video.failed', 'album.completed', 'album.failed', 'credits.low']
);
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_secret_check" CHECK (
  "secret" ~ '^whsec_[A-Za-z0-9+/]{43}=$' AND "former_secret" ~ '^whsec_[A-Za-z0-9+/]{43}=$'
  AND ("former_secret" IS NULL) = ("former_until" IS NULL)
);
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_id_check" CHECK ("id" ~ '^msg_[a-z2-7]{32}$');
