import { readFileSync, writeFileSync } from 'node:fs';
import type { SerializedError } from 'vitest';
import { JsonReporter, type Reporter, type TestModule, type Vitest } from 'vitest/node';

/** Vitest's JSON report, and in it the errors outside of tests, which fail a run without failing a test. */
export default class implements Reporter {
  readonly #json = new JsonReporter({});
  #file: string | undefined;

  onInit(vitest: Vitest): void {
    this.#json.onInit(vitest);
    const { outputFile } = vitest.config;
    this.#file = typeof outputFile === 'string' ? outputFile : outputFile?.['json'];
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly SerializedError[],
  ): Promise<void> {
    await this.#json.onTestRunEnd(modules);
    if (this.#file === undefined) return;
    const report = JSON.parse(readFileSync(this.#file, 'utf8')) as object;
    const errors = unhandledErrors.map(({ stack, message }) => stack ?? message);
    writeFileSync(this.#file, JSON.stringify({ ...report, unhandledErrors: errors }));
  }
}
