-- A film that is too large for messengers has a smaller version of each rendition as well.
ALTER TABLE "provenance" DROP CONSTRAINT "provenance_rendition_check";
ALTER TABLE "provenance" ADD CONSTRAINT "provenance_rendition_check" CHECK (
    "rendition" IN ('clean', 'watermarked', 'clean-small', 'watermarked-small')
);
