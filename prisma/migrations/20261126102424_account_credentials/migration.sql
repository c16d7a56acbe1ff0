-- Works with: 20261125120000_album_frame_size
-- AlterTable
ALTER TABLE "account_token" ADD COLUMN     "request_id" TEXT;

-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "box" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "frame" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- AlterTable
-- Nobody knows when the password was last given in sessions that exist already: they ask for it once more.
ALTER TABLE "session" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT 'epoch';
ALTER TABLE "session" ALTER COLUMN "authenticated_at" SET DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "webhook" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "account_token_request_id_key" ON "account_token"("request_id");

-- What Prisma's schema can't say ------------------------------------------------------------------

-- Ends the streams of a session or a token with it, whatever ended it: the application, an operator, a cascade. Expired
-- sessions have no streams.
CREATE FUNCTION "announce_ended_credential"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('memori_ended_credential', OLD."id");
  RETURN NULL;
END $$;
CREATE TRIGGER "session_ended" AFTER DELETE ON "session"
  FOR EACH ROW WHEN (OLD."expires_at" > CURRENT_TIMESTAMP) EXECUTE FUNCTION "announce_ended_credential"();
CREATE TRIGGER "api_token_ended" AFTER DELETE ON "api_token"
  FOR EACH ROW EXECUTE FUNCTION "announce_ended_credential"();
CREATE TRIGGER "api_token_suspended" AFTER UPDATE OF "suspended_at" ON "api_token"
  FOR EACH ROW WHEN (OLD."suspended_at" IS NULL AND NEW."suspended_at" IS NOT NULL)
  EXECUTE FUNCTION "announce_ended_credential"();
