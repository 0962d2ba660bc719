import { randomUUID } from 'node:crypto';
import type { Envelope } from '@aisle/contract/core/envelope';
import type { BodyInputOf, DataOf, ParamsOf, Route } from '@aisle/contract/core/route';
import { authRoutes } from '@aisle/contract/system/auth/auth';

/** The server's error message. */
export class ApiProblem extends Error {}

interface Sent<R extends Route> {
  params?: ParamsOf<R>;
  body?: BodyInputOf<R>;
}
type Call = <R extends Route>(route: R, sent?: Sent<R>) => Promise<DataOf<R>>;

/** Signs in to a running server and returns a function that calls its routes. */
export async function signIn(base: string, email: string, password: string): Promise<Call> {
  const anonymous = callerOf(base, {});
  const session = await anonymous(authRoutes.login, { body: { email, password } });
  return callerOf(base, { 'admin-token': session['admin-token'], _id: session._id });
}

const callerOf =
  (base: string, headers: Record<string, string>): Call =>
  async (route, sent) => {
    const params = (sent?.params ?? {}) as Record<string, string>;
    const path = route.path.replace(/\{(\w+)\??\}/g, (_, name: string) => params[name] ?? '');
    let answer: Response;
    try {
      answer = await fetch(`${base}/api/v2${path}`, {
        method: route.method,
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(route.onceByKey && { 'idempotency-key': randomUUID() }),
        },
        ...(route.method !== 'GET' && { body: JSON.stringify(sent?.body ?? {}) }),
      });
    } catch {
      throw new Error(`Nobody answers at ${base}. Start the server first: npm start`);
    }
    const body = (await answer.json()) as Envelope;
    if (!answer.ok) throw new ApiProblem(body.message);
    return body.data as DataOf<typeof route>;
  };
