import { z } from 'zod';
import { json, type Answer } from '../http/answer.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import { controlRoutes } from './control-routes.ts';
import type { ControlledParts } from './controlled-parts.ts';

const prefix = '/_simulator';

/** Answers the control interface, by which other processes steer the simulator and look into it. No login needed. */
export async function control(request: ReceivedRequest, parts: ControlledParts): Promise<Answer> {
  const segments = request.path.slice(prefix.length + 1).split('/');
  for (const route of controlRoutes) {
    const [method, template = ''] = route.on.split(' ');
    const expected = template.split('/').slice(1);
    if (method !== request.method || expected.length !== segments.length) continue;
    if (!expected.every((part, index) => part === '*' || part === segments[index])) continue;
    const argument = decodeURIComponent(segments[expected.indexOf('*')] ?? '');
    try {
      return await route.answer(parts, { argument, body: bodyOf(request), query: request.query });
    } catch (error) {
      if (error instanceof z.ZodError) return json(400, { message: z.prettifyError(error) });
      if (error instanceof SyntaxError) return json(400, { message: 'The body is not valid JSON.' });
      throw error;
    }
  }
  return json(404, { message: 'No such control.', controls: controlRoutes.map((route) => route.on) });
}

function bodyOf(request: ReceivedRequest): unknown {
  if (request.text.trim() === '') return {};
  const value: unknown = JSON.parse(request.text);
  return value;
}
