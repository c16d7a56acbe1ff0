/** Copies of a file without some of its parts. */
export class KeptRanges {
  readonly #source: Buffer;
  readonly #pieces: Buffer[] = [];
  #copiedTo = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  /** Leaves out the bytes from `start` up to `end`; what is left out comes in the order of the file. */
  drop(start: number, end: number): void {
    if (start > this.#copiedTo) this.#pieces.push(this.#source.subarray(this.#copiedTo, start));
    this.#copiedTo = Math.max(this.#copiedTo, end);
  }

  /** What is left: the source itself where nothing was dropped, else a copy. */
  join(): Buffer {
    if (this.#copiedTo === 0) return this.#source;
    return Buffer.concat([...this.#pieces, this.#source.subarray(this.#copiedTo)]);
  }
}
