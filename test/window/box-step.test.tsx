import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { preflightCheck } from '../../shared/domain/boxes.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { nothingShared } from '../../shared/domain/planned-work.ts';
import type { Answer, Answers } from './page/stand-in.ts';
import { NOW } from './page/at-rest.ts';
import { van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber, swapAtRestore } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

type Check = z.input<typeof preflightCheck>;
const variant = (state: Check['state']): Check => ({
  check: 'variant',
  state,
  says: { key: 'checks.variant.wrong', params: { form: 'Flip key', box: 'Box L', sap: '1', found: '2' } },
  asOf: NOW,
  problem: null,
});
const answer = (...checks: Check[]) => ({ checks, variant: null, product: null, near: [] });
const ONE = '001234021';
const OTHER = '001234022';

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

/** An installation at its Box step, with the checks before left out. */
const atBox = (changes: Readonly<Record<string, unknown>> = {}) =>
  newInstallation(number, {
    car: van,
    step: 'box',
    steps: { ...newInstallation(number).steps, before: { state: 'skipped', says: null } },
    ...changes,
  });

async function openBox(preflight: Answer<'jobs.preflight'>, changes = {}, answers: Answers = {}) {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which Box goes in?', {
    'jobs.get': () => atBox(changes),
    'jobs.saveDraft': () => ({}),
    'jobs.preflight': preflight,
    'jobs.installBox': () => atBox(changes),
    'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
    ...answers,
  });
}

const serial = () => page.getByLabelText('Serial number');
const act = (name: string) => page.getByRole('button', { name, exact: true });

describe('a serial that is typed while the one before is checked', () => {
  test('is not fitted by the answer about the one before', async () => {
    const first = Promise.withResolvers<ReturnType<typeof answer>>();
    await openBox(({ serialNumber }) => (serialNumber === ONE ? first.promise : answer(variant('refused'))));
    await serial().fill(ONE);
    await userEvent.keyboard('{Enter}');
    await main.wasAsked('jobs.preflight');
    await serial().fill(OTHER);
    first.resolve(answer(variant('passed')));
    // A pause in typing looks it up; Enter would be the next act once the answer is there.
    await expect.element(page.getByText('Wrong variant', { exact: true })).toBeVisible();
    await expect.element(act('Fit this Box')).not.toBeInTheDocument();
    expect(main.asked('jobs.installBox')).toEqual([]);
  });
});

test('the Boxes at hand are offered while the field is empty, and a tap looks one up', async () => {
  const good = {
    serial: ONE,
    sapNumber: 'SAP-100',
    place: 'site',
    movedAt: NOW,
    movedBy: 'Jo',
    condition: 'good',
    markedAt: null,
    reason: '',
  } as const;
  const lost = { ...good, serial: OTHER, condition: 'lost' } as const;
  await openBox(() => answer(variant('passed')), {}, { 'boxes.list': () => ({ boxes: [good, lost] }) });
  await expect.element(page.getByRole('button', { name: `Look up Box ${OTHER}` })).not.toBeInTheDocument();
  await page.getByRole('button', { name: `Look up Box ${ONE}` }).click();
  await expect.element(serial()).toHaveValue(ONE);
  await main.wasAsked('jobs.preflight');
  await expect.element(page.getByRole('button', { name: `Look up Box ${ONE}` })).not.toBeInTheDocument();
  expect(main.asked('jobs.installBox')).toEqual([]);
});

describe('a refused Box', () => {
  test('is fitted with a reason only', async () => {
    await openBox(() => answer(variant('refused')));
    await serial().fill(ONE);
    await expect.element(act('Fit it all the same')).toBeDisabled();
    await page.getByLabelText('Why is it fitted all the same?').fill('   ');
    await expect.element(act('Fit it all the same')).toBeDisabled();
    await page.getByLabelText('Why is it fitted all the same?').fill('The label is worn');
    await act('Fit it all the same').click();
    expect(await main.wasAsked('jobs.installBox')).toEqual([
      { jobId: jobNumber(number), serialNumber: ONE, reason: 'The label is worn' },
    ]);
  });

  test('that is defective or lost is fitted with no reason', async () => {
    const says = { key: 'checks.defect.lost-marked', params: { at: NOW } };
    await openBox(() =>
      answer({ check: 'defect', state: 'refused', says, asOf: null, problem: null }, variant('refused')),
    );
    await serial().fill(ONE);
    await expect.element(page.getByText('Defective or lost', { exact: true })).toBeVisible();
    await expect.element(act('Scan another Box')).toBeVisible();
    await expect.element(act('Fit it all the same')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Why is it fitted all the same?')).not.toBeInTheDocument();
  });

  test('stays in its field when Enter was pressed just as the refusal appeared', async () => {
    const lookedUp = Promise.withResolvers<ReturnType<typeof answer>>();
    await openBox(() => lookedUp.promise);
    await serial().fill(ONE);
    await main.wasAsked('jobs.preflight');
    lookedUp.resolve(answer(variant('refused')));
    await expect.element(act('Scan another Box')).toBeVisible();
    await serial().click();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{End}7');
    await expect.element(serial()).toHaveValue(`${ONE}7`);
  });

  test('is put aside by the primary button, with its reason', async () => {
    await openBox(() => answer(variant('refused')));
    await serial().fill(ONE);
    await page.getByLabelText('Why is it fitted all the same?').fill('The label is worn');
    await act('Scan another Box').click();
    await expect.element(serial()).toHaveValue('');
    await serial().fill(OTHER);
    await expect.element(page.getByLabelText('Why is it fitted all the same?')).toHaveValue('');
    expect(main.asked('jobs.installBox')).toEqual([]);
  });
});

describe('in a series', () => {
  const series = {
    id: '019ab000-0000-7000-8000-000000000900',
    planned: 3,
    done: 1,
    shares: { ...nothingShared, group: { id: 41, name: 'Vans of May' } },
    number: 2,
    ended: false,
    traps: [],
    cars: [41],
  };
  const onlyBox = () => act('Only fit the Box');

  test('the Box alone is not fitted before it was looked up', async () => {
    const lookedUp = Promise.withResolvers<ReturnType<typeof answer>>();
    await openBox(() => lookedUp.promise, { series });
    await serial().fill(ONE);
    await main.wasAsked('jobs.preflight');
    await expect.element(onlyBox()).toBeDisabled();
    lookedUp.resolve(answer(variant('passed')));
    await onlyBox().click();
    expect(await main.wasAsked('jobs.installBox')).toEqual([
      { jobId: jobNumber(number), serialNumber: ONE, reason: '' },
    ]);
  });

  test('the Box alone is not fitted before its label was photographed', async () => {
    await openBox(() => answer({ ...variant('refused'), check: 'label-photo' }), { series });
    await serial().fill(ONE);
    // The panel of the label has a button of the same name from the start; the primary one follows the answer.
    await expect
      .poll(() => document.querySelector('button[type="submit"]')?.textContent)
      .toContain('Photograph the label');
    await expect.element(onlyBox()).not.toBeInTheDocument();
  });
});

describe('a draft of the Box step', () => {
  const withDraft = (draft: string) => openBox(() => answer(variant('refused')), { drafts: { box: draft } });

  test('is in the form when the job is opened', async () => {
    await withDraft(JSON.stringify({ serial: ONE, reason: 'The label is worn' }));
    await expect.element(serial()).toHaveValue(ONE);
    await expect
      .element(page.getByLabelText('Why is it fitted all the same?'))
      .toHaveValue('The label is worn');
  });

  test('of a build without reasons keeps its serial', async () => {
    await withDraft(JSON.stringify({ serial: ONE }));
    await expect.element(serial()).toHaveValue(ONE);
  });

  test.each([
    ['a list', JSON.stringify([ONE])],
    ['a text', JSON.stringify(ONE)],
    ['null', 'null'],
    ['fields of another step', JSON.stringify({ mode: 'create', licensePlate: 'M BX 1' })],
    ['a field of another type', JSON.stringify({ serial: { typed: ONE }, reason: 'x' })],
    ['fields of the prototype alone', `{"__proto__":{"serial":"${ONE}"}}`],
  ])('that is %s is an empty form', async (_, draft) => {
    await withDraft(draft);
    await expect.element(serial()).toHaveValue('');
  });
});

test('the photo of the label is shown as it was marked up last', async () => {
  const [taken, drawn] = ['a', 'b'].map((letter) => attachmentDigest.parse(letter.repeat(64)));
  const annotation = { digest: drawn, original: taken, drawnOn: taken, blurred: true, at: NOW, worker: 'Jo' };
  const label = { digest: taken, read: { serial: ONE, by: 'person' }, afterwards: null };
  await openBox(
    () => answer(variant('passed')),
    { label, annotations: [annotation], drafts: { box: ONE } },
    { 'jobs.picture': ({ digest }) => ({ picture: `data:image/png;base64,${digest.charAt(0)}` }) },
  );
  const picture = () => act('Enlarge the photo of the label').element().querySelector('img')?.src;
  await expect.poll(picture).toBe('data:image/png;base64,b');
});

describe('the new Box of a swap that was taken over after the old Box was removed', () => {
  const swap = (state: 'open' | 'saved') => {
    const base = swapAtRestore(number, 'installer');
    return { ...base, step: 'box' as const, steps: { ...base.steps, box: { state, says: null } } };
  };
  const openSwap = (state: 'open' | 'saved') =>
    openWindow({ screen: 'job', jobId: jobNumber(number) }, 'The Box', {
      'jobs.get': () => swap(state),
      'jobs.saveDraft': () => ({}),
      'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
    });

  test('is replaced by another one where it is out of use', async () => {
    await openSwap('open');
    await expect.element(page.getByText(/its installation was not sent/)).toBeVisible();
    await expect.element(act('Continue')).not.toBeInTheDocument();
    await act('Scan another Box').click();
    await expect.element(serial()).toBeVisible();
  });

  test('is confirmed where it is only chosen', async () => {
    await openSwap('saved');
    await expect.element(page.getByText(/once you decide the swap/)).toBeVisible();
    await expect.element(page.getByText(/its installation was not sent/)).not.toBeInTheDocument();
  });
});
