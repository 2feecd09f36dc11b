import { expect, onTestFinished, test } from 'vitest';
import { createAppCore } from '../../../electron/app/app-core.ts';
import { createPublisher } from '../../../electron/base/publisher.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { notable } from '../../operator/seed/notable.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { tempFolder } from '../db/temp-folder.ts';
import { nothingOutside } from './nothing-outside.ts';

/** A core that is offline, with the publisher of the app. */
async function core() {
  const numbers = new Map<Topic, number>();
  const publisher = createPublisher(
    (topics, sent) => {
      for (const [place, topic] of topics.entries()) numbers.set(topic, sent[place] ?? 0);
    },
    setImmediate,
    setImmediate,
  );
  const opened = await createAppCore({
    ...nothingOutside,
    env: {
      BOXWRIGHT_ENVIRONMENT: 'uat',
      BOXWRIGHT_BASE_URL: 'http://127.0.0.1:9/v3',
      BOXWRIGHT_API_KEY: 'key',
      BOXWRIGHT_USERNAME: 'user',
      BOXWRIGHT_PASSWORD: 'word',
      BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
    },
    dataDir: tempFolder(),
    secrets: memorySecrets(),
    version: 'test',
    publish: publisher.publish,
    published: publisher.published,
  });
  onTestFinished(() => opened.close());
  const { handlers, ready, inPage, refusal, role, leastByInput } = opened;
  const router = createRouter({
    handlers,
    ready,
    inPage,
    refusal,
    role,
    leastByInput,
    isTrustedSender: () => true,
    log: () => undefined,
  });
  return { ask: askAsWindow(router), numbers };
}

const endOfTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('a step answers with the number of its own change, and the next change has a larger one', async () => {
  const { ask, numbers } = await core();
  const { id } = await ask('jobs.start', { kind: 'installation' });
  const car = { name: 'Vito', licensePlate: 'M QX 4711', vin: '', brand: 'Mercedes', model: 'Vito' };
  const { upTo } = await ask('jobs.createCar', { jobId: id, car });
  await endOfTurn();
  const own = numbers.get(`job:${id}`) ?? 0;
  expect(own).toBeGreaterThan(0);
  expect(upTo).toBeGreaterThanOrEqual(own);
  const later = await ask('jobs.skipStep', { jobId: id, step: 'keyfob', reason: 'Fitted like the last one' });
  await endOfTurn();
  expect(numbers.get(`job:${id}`)).toBeGreaterThan(upTo ?? Infinity);
  expect(later.upTo).toBeGreaterThanOrEqual(numbers.get(`job:${id}`) ?? Infinity);
});

test('answers of a step name the template of the checklist, and the whole job brings that template', async () => {
  const { ask } = await core();
  const { id, checklist: begun } = await ask('jobs.start', { kind: 'installation' });
  expect(begun.template).toBeNull();
  const whole = await ask('jobs.get', { jobId: id, whole: true });
  expect(whole.checklist).toMatchObject({ digest: begun.digest, template: { id: 'car' } });
  const { checklist: stepped } = await ask('jobs.skipStep', {
    jobId: id,
    step: 'keyfob',
    reason: 'As before',
  });
  expect(stepped).toMatchObject({ digest: begun.digest, template: null });

  const { checklist: other } = await ask('jobs.chooseChecklist', { jobId: id, checklist: 'van' });
  expect(other.template).toBeNull();
  expect(other.digest).not.toBe(begun.digest);
  const again = await ask('jobs.get', { jobId: id, whole: true });
  expect(again.checklist).toMatchObject({ digest: other.digest, template: { id: 'van' } });
});
