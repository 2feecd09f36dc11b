import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { EVENTS_VARIABLE, writeTestEvent, type TestEvent } from './test-events.ts';

/** Vitest's reporter for `npm test`: each result is on the disk at once, so that a run that is stopped keeps its results. */
export default class VitestEvents implements Reporter {
  readonly #file = process.env[EVENTS_VARIABLE] ?? '';
  #root = process.cwd();

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#write({ event: 'started', id: module.id, name: this.#nameOf(module) });
  }

  onTestCaseReady(test: TestCase): void {
    this.#write({ event: 'started', id: test.id, name: this.#nameOf(test) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending') return;
    this.#write({
      event: 'result',
      id: test.id,
      name: this.#nameOf(test),
      outcome: state,
      milliseconds: Math.round(test.diagnostic()?.duration ?? 0),
      message: errors?.map((error) => error.stack ?? error.message).join('\n'),
    });
  }

  onTestModuleEnd(module: TestModule): void {
    // A file that does not load, or whose preparation or clearing up fails, has no failed test of its own.
    const tests = [...module.children.allTests()];
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => [...suite.errors()]),
    ];
    if (!module.ok() && !tests.some((test) => test.result().state === 'failed'))
      this.#error(this.#nameOf(module), errors);
    this.#write({ event: 'left', id: module.id });
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    for (const error of unhandled) this.#error('outside of any test', [error]);
    this.#write({ event: 'ended' });
  }

  #error(name: string, errors: readonly Failure[]): void {
    const message = errors.map((error) => error.stack ?? error.message).join('\n');
    this.#write({ event: 'error', name, message });
  }

  #nameOf(entity: TestCase | TestModule): string {
    const file = relative(this.#root, entity.type === 'module' ? entity.moduleId : entity.module.moduleId);
    return entity.type === 'module' ? file : `${file} › ${entity.fullName}`;
  }

  #write(event: TestEvent): void {
    if (this.#file !== '') writeTestEvent(this.#file, event);
  }
}

type Failure = { readonly message: string; readonly stack?: string | undefined };
