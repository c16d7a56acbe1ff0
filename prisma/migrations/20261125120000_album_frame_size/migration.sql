-- Works with: 20261123040806_installation
-- Known before the film loads, so that pages can leave room for it. Null for films made earlier.
ALTER TABLE "album" ADD COLUMN "width" INTEGER, ADD COLUMN "height" INTEGER;
