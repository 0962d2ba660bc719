import type { Envelope } from '@aisle/contract/core/envelope';
import type { BodyInputOf, DataOf, ParamsOf, Route } from '@aisle/contract/core/route';
import type { SignedIn } from '@aisle/contract/system/auth/auth';
import { inject } from 'vitest';
import { administrator } from './server.setup.ts';

type Sent<R extends Route> = {
  params?: ParamsOf<R>;
  query?: Record<string, string>;
  body?: BodyInputOf<R>;
  headers?: Record<string, string>;
};
export interface Api {
  headers: Record<string, string>;
  do<R extends Route>(route: R, sent?: Sent<R>): Promise<DataOf<R>>;
}

/** Another program that prepares the data of a test through the public API. */
export function program(headers: Record<string, string>, base = inject('aisle').base): Api {
  return {
    headers,
    do: async (route, sent) => {
      const params = (sent?.params ?? {}) as Record<string, string>;
      const path = route.path.replace(/\{(\w+)\??\}/g, (_, name: string) => params[name] ?? '');
      const query = sent?.query ? `?${new URLSearchParams(sent.query)}` : '';
      const answer = await fetch(`${base}/api/v2${path}${query}`, {
        method: route.method,
        headers: {
          ...headers,
          ...sent?.headers,
          ...(sent?.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent?.body !== undefined && { body: JSON.stringify(sent.body) }),
      });
      const body = (await answer.json()) as Envelope;
      if (!answer.ok) throw new Error(`${route.path}: ${answer.status} ${JSON.stringify(body)}`);
      return body.data as DataOf<typeof route>;
    },
  };
}

/** The API's response to a sign-in. */
export async function logIn(
  who: { email: string; password: string } = administrator,
  base = inject('aisle').base,
): Promise<SignedIn> {
  const answer = await fetch(`${base}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  const { data, message } = (await answer.json()) as { data?: SignedIn; message: string };
  if (!answer.ok || !data) throw new Error(`Signing in failed: ${message}`);
  return data;
}

/** Signs in through the API. */
export async function signInToApi(who?: { email: string; password: string }, base?: string): Promise<Api> {
  const { 'admin-token': token, _id } = await logIn(who, base);
  return program({ 'admin-token': token, _id }, base);
}
