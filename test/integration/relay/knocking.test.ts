import { expect, it } from 'vitest';
import { rawConnection } from './raw-connection.ts';
import { relayProcess } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';

/** More than Node's own backlog of 511 holds. */
const LAPTOPS = 700;

it('laptops that all knock while the relay is busy are all let in', async () => {
  const { url, child, ended } = await relayProcess(tempFolder());
  child.kill('SIGSTOP');
  const laptops = await Promise.all(Array.from({ length: LAPTOPS }, () => rawConnection(url)));
  for (const { socket } of laptops) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: relay\r\nconnection: close\r\n\r\n');
  }
  child.kill('SIGCONT');
  const answers = await Promise.all(laptops.map((laptop) => laptop.ended));
  expect(new Set(answers.map((answer) => answer.slice(0, 15)))).toEqual(new Set(['HTTP/1.1 200 OK']));
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});
