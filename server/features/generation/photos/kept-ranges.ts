/** Builds a copy of a file that omits some of its ranges. */
export class KeptRanges {
  readonly #source: Buffer;
  readonly #pieces: Buffer[] = [];
  #copiedTo = 0;

  constructor(source: Buffer) {
    this.#source = source;
  }

  /** Omits the bytes from `start` up to `end`. Calls must follow the order of the file. */
  drop(start: number, end: number): void {
    if (start > this.#copiedTo) this.#pieces.push(this.#source.subarray(this.#copiedTo, start));
    this.#copiedTo = Math.max(this.#copiedTo, end);
  }

  /** The remaining bytes: the source itself if nothing was dropped, else a copy. */
  join(): Buffer {
    if (this.#copiedTo === 0) return this.#source;
    return Buffer.concat([...this.#pieces, this.#source.subarray(this.#copiedTo)]);
  }
}
