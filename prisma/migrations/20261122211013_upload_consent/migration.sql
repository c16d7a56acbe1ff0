-- CreateTable
CREATE TABLE "upload_consent" (
    "user_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "upload_consent_pkey" PRIMARY KEY ("user_id","version")
);

-- AddForeignKey
ALTER TABLE "upload_consent" ADD CONSTRAINT "upload_consent_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
