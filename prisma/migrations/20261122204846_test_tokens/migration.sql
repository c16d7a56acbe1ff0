-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "app_user" ADD COLUMN     "test_of" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "app_user_test_of_key" ON "app_user"("test_of");

-- AddForeignKey
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_test_of_fkey" FOREIGN KEY ("test_of") REFERENCES "app_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema can't say ------------------------------------------------------------------

-- Nobody can sign in to it or mail it.
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_test_of_check" CHECK (
  "test_of" IS NULL OR ("email" = '' AND "password_hash" = '' AND "test_of" <> "id")
);

-- Tests cost nothing: without an account of credits there can be no entry, whoever tries to write one.
CREATE FUNCTION "refuse_test_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "app_user" WHERE "id" = NEW."user_id" AND "test_of" IS NOT NULL) THEN
    RAISE EXCEPTION 'tests have no credits' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "credit_account_no_tests" BEFORE INSERT ON "credit_account"
  FOR EACH ROW EXECUTE FUNCTION "refuse_test_account"();
