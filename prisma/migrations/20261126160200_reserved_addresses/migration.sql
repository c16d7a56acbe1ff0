-- Works with: 20261125120000_album_frame_size
-- What Prisma's schema can't say ------------------------------------------------------------------

-- Each sign-up looks whether another account can still take the address back.
CREATE INDEX "account_token_reserved_email" ON "account_token" (lower("email")) WHERE "purpose" = 'undo-email';
