import { z } from 'zod';
import { json, type Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';

const loginBody = z.object({ username: z.string(), password: z.string(), grant_type: z.string() });

/** POST /oauth2/token: an opaque bearer token for the API manager's name and password. There is no refresh token. */
export function issueToken(call: Call): Answer {
  const { settings, tokens, request } = call;
  const requests = tokens.countRequest();
  if (requests > settings.tokenRequestsPerMinute) {
    call.violated('excessive-token-requests', `${requests} token requests within a minute.`);
  }
  const login = loginBody.safeParse(
    request.contentType === 'application/json'
      ? jsonOf(request.text)
      : Object.fromEntries(new URLSearchParams(request.text)),
  );
  if (!login.success) {
    call.violated('malformed-body', 'A token request carries username, password and grant_type.');
    return json(400, {
      error: 'invalid_request',
      error_description: 'username, password or grant_type is missing.',
    });
  }
  if (login.data.grant_type !== 'password') {
    call.violated('malformed-body', 'grant_type must be "password".');
    return json(400, { error: 'unsupported_grant_type' });
  }
  if (login.data.username !== settings.username || login.data.password !== settings.password) {
    return refusedLogin(call, `${login.data.username}\n${login.data.password}`);
  }
  tokens.accepted();
  const answer = { access_token: tokens.issue(settings.tokenLifetimeSeconds), token_type: 'Bearer' };
  if (settings.expiresInAs === 'absent') return json(200, answer);
  const seconds = settings.tokenLifetimeSeconds;
  return json(200, { ...answer, expires_in: settings.expiresInAs === 'string' ? String(seconds) : seconds });
}

function refusedLogin(call: Call, login: string): Answer {
  const refused = call.tokens.countRefused(login);
  if (refused > call.settings.refusedLoginsInARow) {
    call.violated('refused-login-repeated', `The same refused login was tried ${refused} times in a row.`);
  }
  const sentence = 'The user name or password is incorrect.';
  const status = call.settings.wrongLoginStatus;
  if (status === 400) return json(400, { error: 'invalid_grant', error_description: sentence });
  return json(status, status === 401 ? { statusCode: 401, message: sentence } : sentence);
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
