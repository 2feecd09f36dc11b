import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { z } from 'zod';
import { notable } from '../../operator/seed/notable.ts';
import { CONCURRENCY, type Order } from './laptop.ts';

/** The simulated operator in a process of its own. */
export async function startOperatorProcess(cars: number, latencyMs: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../operator/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OPERATOR_CARS: String(cars), OPERATOR_LATENCY_MS: String(latencyMs) },
  });
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), 'line'));
  return {
    url: line.replace('operator listening on ', ''),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The same requests by undici alone, as many at once, nothing kept. Milliseconds. */
export async function rawUndici(baseUrl: string, orders: readonly Order[]): Promise<number> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: CONCURRENCY });
  const login = await pool.request({
    method: 'POST',
    path: `${pathname}/oauth2/token`,
    headers: { 'service-API-Key': 'demo-api-key', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'demo-api-manager',
      password: 'demo-password',
    }).toString(),
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await login.body.json());
  const headers = {
    authorization: `Bearer ${token}`,
    'service-API-Key': 'demo-api-key',
    'Customer-ID': String(notable.customerId),
    'content-type': 'application/json',
  };
  const left = [...orders];
  const sender = async (): Promise<void> => {
    for (let order = left.shift(); order !== undefined; order = left.shift()) {
      const { statusCode, body } = await pool.request({
        method: 'PUT',
        path: `${pathname}/groups/${order.group}/cars`,
        headers,
        body: JSON.stringify({ carId: order.car }),
      });
      await body.dump();
      if (statusCode !== 204 && statusCode !== 409) throw new Error(`the operator answered ${statusCode}`);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  const took = performance.now() - from;
  await pool.close();
  return took;
}
