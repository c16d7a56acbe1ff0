/**
 * A map that tracks which of its entries have changed. Code that changes a value in place must call `touch`. The
 * constructor accepts no entries.
 */
export class TrackedMap<Value> extends Map<string, Value> {
  readonly #changed = new Set<string>();

  override set(key: string, value: Value): this {
    this.#changed.add(key);
    return super.set(key, value);
  }

  override delete(key: string): boolean {
    this.#changed.add(key);
    return super.delete(key);
  }

  touch(key: string): void {
    if (this.has(key)) this.#changed.add(key);
  }

  /** The keys that were set, touched or deleted since the last call. */
  takeChanged(): string[] {
    const keys = [...this.#changed];
    this.#changed.clear();
    return keys;
  }
}
