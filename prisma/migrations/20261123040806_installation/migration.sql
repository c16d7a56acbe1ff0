-- CreateTable
CREATE TABLE "installation" (
    "id" TEXT NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- There is one.
CREATE UNIQUE INDEX "installation_one" ON "installation" ((true));
INSERT INTO "installation" ("id") VALUES (gen_random_uuid()::text);
