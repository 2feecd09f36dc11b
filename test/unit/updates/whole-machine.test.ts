import { expect, it } from 'vitest';
import { isForWholeMachine } from '../../../electron/updates/release.ts';

const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' };

it.each([
  'C:\\Program Files\\Boxwright\\Boxwright.exe',
  'c:\\program files\\boxwright\\Boxwright.exe',
  'C:\\Program Files (x86)\\Boxwright\\Boxwright.exe',
])('%s was installed for the machine', (program) => {
  expect(isForWholeMachine(program, env)).toBe(true);
});

it.each([
  'C:\\Users\\bay3\\AppData\\Local\\Programs\\boxwright\\Boxwright.exe',
  'C:\\Program Files of mine\\Boxwright.exe',
  'D:\\Program Files\\Boxwright\\Boxwright.exe',
])('%s was not', (program) => {
  expect(isForWholeMachine(program, env)).toBe(false);
});

it('says no where the system names no such folder', () => {
  expect(isForWholeMachine('C:\\Program Files\\Boxwright\\Boxwright.exe', { ProgramFiles: '' })).toBe(false);
});
