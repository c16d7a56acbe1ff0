import type { Crew } from './crew.ts';
import type { PieceBench } from './piece-bench.ts';
import { type FilmSource, makePiece, type Recipe, recipeKey } from './video-piece.ts';

/** Makes the pieces of one film. */
export interface PieceMaker {
  /** Makes a piece as soon as there is a place for it; equal recipes are made once. Throws what `makePiece` throws. */
  make(recipe: Recipe): Promise<FilmSource>;
  /** Frames encoded so far; what came out of the cache does not count. */
  readonly encodedFrames: number;
}

/** `onFrames` hears of each finished piece how many frames it has. */
export function createPieceMaker(
  bench: PieceBench,
  crew: Crew,
  onFrames: (frames: number) => void,
): PieceMaker {
  const pieces = new Map<string, Promise<FilmSource>>();
  let encodedFrames = 0;
  const start = (identity: string, recipe: Recipe): Promise<FilmSource> =>
    crew.run(async () => {
      const { index, fromCache } = await makePiece(bench, identity, recipe);
      if (!fromCache) encodedFrames += recipe.frames;
      onFrames(recipe.frames);
      return { identity, index };
    });
  return {
    make(recipe) {
      const identity = recipeKey(bench, recipe);
      const piece = pieces.get(identity) ?? start(identity, recipe);
      pieces.set(identity, piece);
      return piece;
    },
    get encodedFrames() {
      return encodedFrames;
    },
  };
}
