import { relative } from 'node:path';
import type {
  FullConfig,
  Reporter,
  TestCase,
  TestError,
  TestResult,
  TestStep,
} from '@playwright/test/reporter';
import { EVENTS_VARIABLE, writeTestEvent, type TestEvent } from './test-events.ts';

/** Playwright's reporter for `npm test`: each result is on the disk at once, so that a run that is stopped keeps its results. */
export default class PlaywrightEvents implements Reporter {
  readonly #file = process.env[EVENTS_VARIABLE] ?? '';
  #root = process.cwd();

  onBegin(config: FullConfig): void {
    this.#root = config.configFile === undefined ? config.rootDir : process.cwd();
  }

  onTestBegin(test: TestCase): void {
    this.#write({ event: 'started', id: test.id, name: this.#nameOf(test) });
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    // Interrupted: the run was stopped under it, which says nothing about the test.
    if (result.status === 'interrupted') return;
    this.#write({
      event: 'result',
      id: test.id,
      name: this.#nameOf(test),
      outcome: result.status === 'skipped' ? 'skipped' : test.ok() ? 'passed' : 'failed',
      milliseconds: result.duration,
      message: result.errors.map((error) => error.stack ?? error.message ?? '').join('\n'),
      kept: result.attachments.flatMap(({ path }) =>
        path === undefined ? [] : [relative(this.#root, path)],
      ),
    });
  }

  onStepEnd(_test: TestCase, _result: TestResult, { category }: TestStep): void {
    if (category === 'test.step') this.#write({ event: 'progress' });
  }

  onError(error: TestError): void {
    this.#write({
      event: 'error',
      name: 'outside of any test',
      message: error.stack ?? error.message ?? error.value ?? '',
    });
  }

  onEnd(): void {
    this.#write({ event: 'ended' });
  }

  #nameOf(test: TestCase): string {
    const [, , , ...titles] = test.titlePath();
    return [relative(this.#root, test.location.file), ...titles].join(' › ');
  }

  #write(event: TestEvent): void {
    if (this.#file !== '') writeTestEvent(this.#file, event);
  }
}
