-- Works with: 20261125120000_album_frame_size
-- What Prisma's schema can't say ------------------------------------------------------------------

-- While an account is to be erased, its tokens open nothing: ends their streams, whoever scheduled the erasure.
CREATE FUNCTION "announce_tokens_of_leaving"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('memori_ended_credential', "id") FROM "api_token"
  WHERE "user_id" = NEW."id" AND "suspended_at" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "account_leaving" AFTER UPDATE OF "deletion_at" ON "app_user"
  FOR EACH ROW WHEN (OLD."deletion_at" IS NULL AND NEW."deletion_at" IS NOT NULL)
  EXECUTE FUNCTION "announce_tokens_of_leaving"();
