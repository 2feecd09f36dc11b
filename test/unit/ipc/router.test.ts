import { describe, expect, it, vi } from 'vitest';
import { createRouter, type Handlers, type Sender } from '../../../electron/handlers/router.ts';
import type { Log } from '../../../electron/base/ports.ts';
import { defaultPreferences } from '../../../shared/domain/settings.ts';
import { callNames, contract } from '../../../shared/ipc/contract.ts';
import { envelopeOf } from '../../../shared/ipc/messages.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { OWN_WINDOW } from './ask-as-window.ts';
import { asAdministrator } from './as-administrator.ts';
import { refusingHandlers } from './refusing-handlers.ts';

const ownWindow: Sender = OWN_WINDOW;

function routerWith(handlers: Partial<Handlers>, isTrusted = true) {
  const log = vi.fn<Log>();
  const router = createRouter({
    handlers: { ...refusingHandlers(), ...handlers },
    ready: () => Promise.resolve(),
    inPage: (_page, work) => work(),
    refusal: () => null,
    ...asAdministrator,
    isTrustedSender: () => isTrusted,
    log,
  });
  return { log, call: (name: unknown, input: unknown) => router.handle(name, input, ownWindow) };
}

describe('the contract', () => {
  it('names every call namespace.verb and gives it an input and an output that are not "anything"', () => {
    expect(callNames.length).toBeGreaterThan(30);
    for (const name of callNames) {
      expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
      const accepted = {
        input: contract[name].input.safeParse('no object').success,
        output: contract[name].output.safeParse('no object').success,
      };
      expect({ name, ...accepted }).toEqual({ name, input: false, output: false });
    }
  });

  it('is answered for every call: a problem of a handler arrives as an envelope with its code', async () => {
    const { call } = routerWith({});
    for (const name of callNames) {
      const envelope = envelopeOf(contract[name].output).parse(await call(name, {}));
      expect({ name, ok: envelope.ok }).toEqual({ name, ok: false });
    }
  });
});

describe('a call through the router', () => {
  it('gives the handler the parsed input and the window its parsed answer', async () => {
    const { call } = routerWith({
      'app.info': () => ({
        version: '1.2.3',
        host: 'chromium',
        demoOffered: false,
        secrets: 'memory-only',
        apiKey: 'never asked for',
      }),
    });
    expect(await call('app.info', { extra: 1 })).toEqual({
      ok: true,
      value: { version: '1.2.3', host: 'chromium', demoOffered: false, secrets: 'memory-only' },
    });
  });

  it('refuses input that does not fit, names the field and not the value, and runs no handler', async () => {
    const get = vi.fn<Handlers['jobs.get']>();
    const { call } = routerWith({ 'jobs.get': get });
    const answer = await call('jobs.get', { jobId: 'canary-value' });
    expect(answer).toEqual({ ok: false, error: makeProblem('input-invalid', { field: 'jobId' }) });
    expect(JSON.stringify(answer)).not.toContain('canary');
    expect(get).not.toHaveBeenCalled();
  });

  it('names nested fields by their path', async () => {
    const { call } = routerWith({});
    const car = { name: 'Van', licensePlate: '', vin: 7, brand: '', model: '' };
    const answer = await call('jobs.createCar', { jobId: '0190a000-0000-7000-8000-000000000001', car });
    expect(answer).toEqual({ ok: false, error: makeProblem('input-invalid', { field: 'car.vin' }) });
  });

  it('refuses a sender that is not trusted, before anything else', async () => {
    const info = vi.fn<Handlers['app.info']>();
    const { call } = routerWith({ 'app.info': info }, false);
    expect(await call('app.info', {})).toMatchObject({ ok: false, error: { code: 'input-invalid' } });
    expect(info).not.toHaveBeenCalled();
  });

  it.each(['app.reboot', 'toString', '__proto__', 7, null])('refuses the unknown call %s', async (name) => {
    const { call } = routerWith({});
    expect(await call(name, {})).toMatchObject({ ok: false, error: { params: { field: 'call' } } });
  });

  it('turns an answer that does not fit the contract into "unexpected", without the answer', async () => {
    const tooLong = 'canary '.repeat(30);
    const { call, log } = routerWith({
      'app.preferences': () => ({ ...defaultPreferences, worker: tooLong }),
    });
    const answer = await call('app.preferences', {});
    const seen = JSON.stringify([answer, log.mock.calls]);
    expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    expect(seen).toContain('worker');
    expect(seen).not.toContain('canary');
  });

  it('passes on the problem that a handler throws, unchanged', async () => {
    const problem = makeProblem('box-in-another-car', { car: 'Van 12' }, 'product already installed');
    const { call } = routerWith({
      'queue.tryNow': () => {
        throw new ProblemError(problem);
      },
    });
    expect(await call('queue.tryNow', {})).toEqual({ ok: false, error: problem });
  });

  it('masks the message of an unexpected failure, in the answer and in the log', async () => {
    const { call, log } = routerWith({
      'queue.tryNow': async () => {
        throw new Error(
          'GET https://bay3:hunter2@api.example/v3 failed, Authorization: Bearer canaryToken123',
        );
      },
    });
    const answer = await call('queue.tryNow', {});
    const seen = JSON.stringify([answer, log.mock.calls]);
    expect(answer).toMatchObject({ ok: false, error: { code: 'unexpected' } });
    expect(seen).not.toContain('hunter2');
    expect(seen).not.toContain('canaryToken123');
    expect(log).toHaveBeenCalledWith('error', 'ipc.unexpected', expect.stringContaining('queue.tryNow'));
  });
});
