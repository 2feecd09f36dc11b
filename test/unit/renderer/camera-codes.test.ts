import { expect, test } from 'vitest';
import { decoderAnswer, createAcceptance } from '../../../renderer/scanning/camera/decoder.ts';

const code39 = (text: string) => ({ text, format: 'Code39' });
const code128 = (text: string) => ({ text, format: 'Code128' });

test('a code with a check of its own is believed at once', () => {
  expect(createAcceptance()([code128('001234021')])).toBe('001234021');
});

test('a Code 39 is believed when two pictures in a row say the same', () => {
  for (const format of ['Code39', 'CODE-39', 'code 39']) {
    const accept = createAcceptance();
    expect(accept([{ text: '001234021', format }])).toBeNull();
    expect(accept([{ text: '001234021', format }])).toBe('001234021');
  }
});

test('another Code 39, a picture without one, or two at once start again', () => {
  for (const between of [[code39('001234022')], [], [code39('001234021'), code39('001234022')]]) {
    const accept = createAcceptance();
    accept([code39('001234021')]);
    expect(accept(between)).toBeNull();
    expect(accept([code39('001234021')])).toBeNull();
    expect(accept([code39('001234021')])).toBe('001234021');
  }
});

test('while two different codes are in the picture none is believed; twice the same is one', () => {
  const accept = createAcceptance();
  expect(accept([code128('001234021'), code128('001234022')])).toBeNull();
  expect(accept([code128('001234021'), code128('001234021')])).toBe('001234021');
});

test('a code of blanks is ignored', () => {
  const accept = createAcceptance();
  expect(accept([code128('  ')])).toBeNull();
  expect(accept([code128('  '), code128('001234021')])).toBe('001234021');
});

test('an answer of the reader keeps its codes or its words; another one is none', () => {
  const answers = [
    { answer: 'codes', codes: [{ text: '00123', format: 'Code128' }] },
    { answer: 'codes', codes: [] },
    { answer: 'broken', words: 'no memory' },
  ];
  for (const answer of answers) expect(decoderAnswer.parse(answer)).toEqual(answer);
  for (const strange of [{ answer: 'broken' }, { answer: 'codes', codes: [{}] }, { answer: 'tired' }, null]) {
    expect(decoderAnswer.safeParse(strange).success).toBe(false);
  }
});
