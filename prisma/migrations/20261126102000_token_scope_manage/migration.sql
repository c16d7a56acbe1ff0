-- Works with: 20261125120000_album_frame_size
-- One more scope: what deletes photos, videos and albums.
ALTER TABLE "api_token" DROP CONSTRAINT "api_token_scopes_check";
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_scopes_check" CHECK (
  cardinality("scopes") BETWEEN 1 AND 4 AND "scopes" <@ ARRAY['read', 'generate', 'albums', 'manage']
);
