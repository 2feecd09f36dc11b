import type { Page } from '@playwright/test';
import { routeOf } from '../../renderer/navigation/route.ts';
import { type JobKind, stepsOf } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Sight } from './scene.ts';

/** The place that the window shows now, read off its address, its job and its rail. */
export async function sightOf(page: Page): Promise<Sight> {
  const route = routeOf(new URL(page.url()).hash);
  if (route.screen === 'directory') return `directory/${route.section}`;
  if (route.screen !== 'job') {
    if (['settings', 'checklist', 'diagnostics'].includes(route.screen)) return route.screen;
    // Without a profile every other address shows Connect, or why there is none.
    return page.evaluate(async (screen) => {
      const status = await window.boxwright.app.status({});
      if (!status.ok || status.value.profile !== null) return screen;
      return status.value.startFailure === null ? 'connect' : 'start-failed';
    }, route.screen);
  }
  const { kind, handedOver } = await jobOf(page, route.jobId);
  if (handedOver) return 'job/handed-over';
  const steps = page.getByRole('navigation').locator('ol > li');
  const here = await steps.evaluateAll((lines) =>
    lines.findIndex((line) => line.querySelector('[aria-current=step]') !== null),
  );
  const step = stepsOf[kind][here];
  if (step === undefined) throw new Error(`the rail of this ${kind} says nothing about where one is`);
  return `job/${kind}/${step}`;
}

async function jobOf(
  page: Page,
  jobId: JobId,
): Promise<{ readonly kind: JobKind; readonly handedOver: boolean }> {
  const job = await page.evaluate(async (id) => {
    const answer = await window.boxwright.jobs.get({ jobId: id });
    return answer.ok ? { kind: answer.value.kind, handedOver: answer.value.handedOver } : null;
  }, jobId);
  if (job === null) throw new Error('the job that is open cannot be read');
  return job;
}
