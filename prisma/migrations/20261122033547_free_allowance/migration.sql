-- CreateTable
CREATE TABLE "free_allowance" (
    "mailbox_key" TEXT NOT NULL,
    "granted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "free_allowance_pkey" PRIMARY KEY ("mailbox_key")
);

-- Who has an account has had the free credits of its mailbox: the same spelling as server/features/accounts/mailbox.ts.
WITH parts AS (
    SELECT regexp_replace(substring(plain FROM '^(.*)@'), '(.)\+.*$', '\1') AS local, substring(plain FROM '@([^@]*)$') AS domain
    FROM (SELECT lower(normalize("email_key", NFKC)) AS plain FROM "app_user") AS addresses
), mailboxes AS (
    SELECT CASE
        WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(local, '.', '') || '@gmail.com'
        WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN translate(local, '._-', '') || '@proton.me'
        ELSE local || '@' || domain
    END AS mailbox
    FROM parts
)
INSERT INTO "free_allowance" ("mailbox_key")
SELECT DISTINCT encode(sha256(convert_to(mailbox, 'UTF8')), 'hex') FROM mailboxes WHERE mailbox IS NOT NULL;
