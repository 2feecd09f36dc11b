/** `npm run operator`: the simulated operator as a process of its own. Settings are described in the README beside it. */
import { z } from 'zod';
import { startOperator } from './start.ts';

const whole = (from: number, fallback: number) => z.coerce.number().int().min(from).default(fallback);
const environmentSchema = z.object({
  OPERATOR_PORT: whole(0, 0),
  OPERATOR_SEED: whole(0, 1),
  OPERATOR_ENVIRONMENT: z.enum(['uat', 'prod']).default('uat'),
  OPERATOR_API_KEY: z.string().min(1).optional(),
  OPERATOR_API_KEY_HEADER: z.string().min(1).optional(),
  OPERATOR_USERNAME: z.string().min(1).optional(),
  OPERATOR_PASSWORD: z.string().min(1).optional(),
  OPERATOR_WEBHOOK_URL: z.url().optional(),
  OPERATOR_WEBHOOK_SECRET: z.string().min(1).optional(),
  OPERATOR_RESULT_DELAY_MS: whole(0, 400),
  OPERATOR_LATENCY_MS: whole(0, 0),
  OPERATOR_CARS: whole(0, 400),
});

async function main(): Promise<void> {
  const given = environmentSchema.safeParse(process.env);
  if (!given.success) {
    console.error(z.prettifyError(given.error));
    process.exitCode = 2;
    return;
  }
  const values = given.data;
  const settings = {
    apiKey: values.OPERATOR_API_KEY,
    apiKeyHeader: values.OPERATOR_API_KEY_HEADER,
    username: values.OPERATOR_USERNAME,
    password: values.OPERATOR_PASSWORD,
    webhookUrl: values.OPERATOR_WEBHOOK_URL,
    webhookSecret: values.OPERATOR_WEBHOOK_SECRET,
    resultDelayMs: values.OPERATOR_RESULT_DELAY_MS,
    latencyMs: values.OPERATOR_LATENCY_MS,
  };
  const operator = await startOperator({
    port: values.OPERATOR_PORT,
    seed: values.OPERATOR_SEED,
    environment: values.OPERATOR_ENVIRONMENT,
    cars: values.OPERATOR_CARS,
    settings,
  });
  console.log(`operator listening on ${operator.url}`);

  const stop = (): void => {
    operator.stop().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentEnds(stop);
}

/**
 * npm hands a signal to the shell between itself and us, and that shell dies without passing it on. Without this the
 * server would outlive `npm run operator` and keep its port.
 */
function whenParentEnds(stop: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}

const USAGE = `npm run operator

Starts the simulated operator until SIGTERM or SIGINT. Its settings are environment variables: test/operator/README.md.`;

try {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) console.log(USAGE);
  else await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
