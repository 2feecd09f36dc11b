import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askBeforeClosing } from '../../../electron/shell/ask-before-closing.ts';
import { MINUTE } from '../../../shared/time.ts';

function windowInHand() {
  const facts = { looseEnds: true, quitting: false, staysInTray: false, hidden: 0, passed: 0 };
  const sent: unknown[] = [];
  const window = Object.assign(new EventEmitter(), {
    webContents: { send: (...message: unknown[]) => void sent.push(message) },
  });
  askBeforeClosing(window, {
    hasOpenWork: () => facts.looseEnds,
    isQuitting: () => facts.quitting,
    staysInTray: () => facts.staysInTray,
    hide: () => void (facts.hidden += 1),
    passed: () => facts.passed,
  });
  const closes = () => {
    let prevented = false;
    window.emit('close', { preventDefault: () => (prevented = true) });
    return !prevented;
  };
  return { facts, sent, closes };
}

test('a window with something open leads to the end of the shift once; closed again at once, it closes', () => {
  const { sent, closes } = windowInHand();
  expect(closes()).toBe(false);
  expect(sent).toEqual([['boxwright:go', { screen: 'shift' }]]);
  expect(closes()).toBe(true);
  expect(sent).toHaveLength(1);
});

test('later in the day it asks again', () => {
  const { facts, closes } = windowInHand();
  closes();
  facts.passed = 2 * MINUTE;
  expect(closes()).toBe(false);
});

test('where everything is done, and where the app is quitting anyway, no question is asked', () => {
  const { facts, sent, closes } = windowInHand();
  facts.looseEnds = false;
  expect(closes()).toBe(true);
  facts.looseEnds = true;
  facts.quitting = true;
  expect(closes()).toBe(true);
  expect(sent).toEqual([]);
});

test('where the app stays in the tray, closing hides the window and asks nothing; quitting closes it', () => {
  const { facts, sent, closes } = windowInHand();
  facts.staysInTray = true;
  expect(closes()).toBe(false);
  expect(closes()).toBe(false);
  expect(facts.hidden).toBe(2);
  facts.quitting = true;
  expect(closes()).toBe(true);
  expect(sent).toEqual([]);
});
