import type { Envelope } from '@aisle/contract/core/envelope';
import type { BodyInputOf, DataOf, ParamsOf, QueryInputOf, Route } from '@aisle/contract/core/route';
import { eventsPath, resourcesChangedBy, sinceParameter } from '@aisle/contract/system/live/events';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { notifySuccess } from './notice.tsx';
import { openSealed } from './offline/sealed.ts';
import { clientKey } from './session/client-key.ts';
import { promptPassword } from './session/reauth.ts';
import { getSession, interruptSession } from './session/session.ts';
import { renewalOver, renewing } from './session/token-renewal.ts';
import { recordOnline, recordUnreachable } from './wire/connection.ts';
import { sendWithProgress } from './wire/send-with-progress.ts';
import { type Files, fillPath, hasFiles, multipart, queryText } from './wire/wire.ts';

const base = '/api/v2';
const unreachable = "Can't reach the server. Check your connection and try again";

type MayBeLeftOut<T> = [T] extends [undefined]
  ? true
  : undefined extends T
    ? true
    : object extends T
      ? true
      : false;
type Part<Name extends string, T> = MayBeLeftOut<T> extends true ? { [K in Name]?: T } : { [K in Name]: T };
/** The arguments of a route: only those that it declares. */
export type Args<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryInputOf<R>> &
  Part<'body', BodyInputOf<R>> &
  (R extends { files: infer F } ? { files?: { [K in keyof F]?: Files[string] } } : { files?: undefined });
interface Options {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Called with the uploaded share of the body, for large files. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Calls a route of the contract and returns its data; throws an ApiError for every failure. */
export async function call<R extends Route>(
  route: R,
  args: Args<R>,
  options: Options = {},
): Promise<DataOf<R>> {
  return (await send(route, args, options)).data as DataOf<R>;
}

interface LooseArgs {
  params?: Record<string, string | undefined>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Files;
}

async function send(route: Route, args: unknown, options: Options): Promise<Envelope> {
  const { params, query, body, files } = (args ?? {}) as LooseArgs;
  const url = base + fillPath(route.path, params) + queryText(query);
  const headers = await identity();
  let payload: BodyInit | undefined;
  if (hasFiles(files)) payload = multipart((body ?? {}) as Record<string, unknown>, files);
  else if (body !== undefined) {
    headers.set('content-type', 'application/json');
    payload = JSON.stringify(route.renewsToken ? { ...body, newToken: true } : body);
  }
  // Created before the first attempt, so that the server recognizes a retry.
  const once = route.onceByKey ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
  if (once) headers.set('idempotency-key', once);

  const init: RequestInit = {
    method: route.method,
    headers,
    body: payload ?? null,
    signal: options.signal ?? null,
  };
  const request = () => exchange(url, init, options.onProgress);
  const attempt = () => (route.renewsToken ? renewing(request) : request());
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ApiError) || !(await canRepeat(error, route, headers))) throw error;
    for (const [name, value] of await identity()) headers.set(name, value);
    return attempt();
  }
}

/** Whether to send a request again: after the user confirmed the password, or if the token was renewed since. */
async function canRepeat({ code, status }: ApiError, route: Route, sent: Headers): Promise<boolean> {
  if (code === 'reauth-required') return promptPassword();
  if (status !== 401 || route.permission === 'public') return false;
  return outlives(sent);
}

/** After a 401: whether another tab renewed the token in the meantime. If not, the session is over. */
async function outlives(sent: Headers): Promise<boolean> {
  await renewalOver();
  if (wasRenewed(sent)) return true;
  // A response to an earlier session must not end the current one.
  if ((getSession()?.token ?? null) === sent.get('admin-token')) interruptSession();
  return false;
}

function wasRenewed(sent: Headers): boolean {
  const session = getSession();
  return session?.userId === sent.get('_id') && session?.token !== sent.get('admin-token');
}

/** The headers that identify the user and the client's key. */
async function identity(): Promise<Headers> {
  const headers = new Headers();
  const session = getSession();
  if (session) {
    headers.set('admin-token', session.token);
    headers.set('_id', session.userId);
  }
  const key = await clientKey();
  if (key) {
    headers.set('accept', 'application/jose');
    headers.set('x-client-key', key.header);
  }
  return headers;
}

async function exchange(
  url: string,
  init: RequestInit,
  onProgress?: Options['onProgress'],
): Promise<Envelope> {
  const response = await reach(url, init, onProgress);
  const envelope = await readEnvelope(response);
  if (response.ok && envelope.status) return envelope;
  throw new ApiError(envelope.message, {
    status: response.status,
    code: envelope.error?.code ?? 'unknown',
    fields: envelope.error?.fields,
    details: envelope.error?.details,
    data: envelope.data,
    requestId: envelope.error?.requestId,
  });
}

async function reach(url: string, init: RequestInit, onProgress?: Options['onProgress']): Promise<Response> {
  try {
    const response = await (onProgress ? sendWithProgress(url, init, onProgress) : fetch(url, init));
    if (isWithoutResponse(response)) recordUnreachable();
    else recordOnline();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    recordUnreachable();
    throw new ApiError(unreachable, { status: 0, code: 'unreachable' });
  }
}

/** A proxy that can't reach the server responds itself. */
const isWithoutResponse = ({ status, headers }: Response): boolean =>
  status === 502 ||
  status === 504 ||
  (status === 503 && !/json|jose/.test(headers.get('content-type') ?? ''));

async function readEnvelope(response: Response): Promise<Envelope> {
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  try {
    if (type.startsWith('application/jose')) return (await openSealed(text)) as Envelope;
    if (type.includes('json')) return JSON.parse(text) as Envelope;
  } catch {
    throw new ApiError("Couldn't read the server's response", {
      status: response.status,
      code: 'unreadable',
    });
  }
  // From a proxy, or there is no server.
  throw new ApiError(response.status >= 500 ? unreachable : `${response.status} ${response.statusText}`, {
    status: response.status === 502 || response.status === 504 ? 0 : response.status,
    code: 'unreadable',
  });
}

/** Opens the stream of live events after the last received one, or else this many milliseconds back. */
export async function openEvents(
  lastEventId: string | undefined,
  sinceMs: number,
  signal: AbortSignal,
): Promise<Response> {
  const open = async () => {
    const headers = await identity();
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const url = base + eventsPath + queryText({ [sinceParameter]: sinceMs });
    return { headers, response: await reach(url, { headers, signal }) };
  };
  const { headers, response } = await open();
  if (response.status !== 401) return response;
  return (await outlives(headers)) ? (await open()).response : response;
}

/** Starts with the resource, then the route and its arguments, so that a write can invalidate a whole resource. */
export const keyOf = (route: Route, args: unknown = {}): readonly unknown[] => [
  route.resource,
  route.path,
  args,
];

/** Query options for reading a route: `useQuery(read(brandRoutes.list, { body }))`. */
export const read = <R extends Route>(route: R, args: Args<R>) =>
  queryOptions({
    queryKey: keyOf(route, args),
    queryFn: ({ signal }): Promise<DataOf<R>> => call(route, args, { signal }),
  });

interface Paged {
  nextCursor?: string | null | undefined;
}
/** Query options for reading a route page by page: each page uses the cursor of the previous one. */
export const readPages = <R extends Route & { data: z.ZodType<Paged> }>(
  route: R,
  argsOf: (at: { cursor?: string }) => Args<R>,
) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(route, argsOf({})), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(route, argsOf(pageParam ? { cursor: pageParam } : {}), { signal }),
    initialPageParam: '',
    getNextPageParam: (page: DataOf<R>) => page.nextCursor,
    meta: { quiet: true },
  });

export function invalidate(client: QueryClient, resources: readonly string[]): Promise<unknown> {
  return Promise.all(resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })));
}

interface WriteOptions {
  /** Shows no toast and doesn't wait for lists to reload, for one of many calls that are reported together. */
  quiet?: boolean;
  /** Called with the uploaded share of the body, if files are sent. */
  onProgress?: (share: number) => void;
}

/** Compares files by name, size and date, because the text doesn't include their content. */
const withFiles = (_: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** A write: shows a toast on success, and invalidates the resources that the route changes. */
export function useWrite<R extends Route>(route: R, { quiet = false, onProgress }: WriteOptions = {}) {
  const client = useQueryClient();
  const submission = useRef<{ text: string; key: string }>(undefined);
  return useMutation<DataOf<R>, Error, Args<R>>({
    mutationFn: async (args) => {
      const { data, message } = await send(route, args, {
        idempotencyKey: keyFor(args),
        ...(hasFiles((args as LooseArgs).files) && { onProgress }),
      });
      submission.current = undefined;
      if (route.message && !quiet) notifySuccess(message);
      return data as DataOf<R>;
    },
    meta: { quiet },
    onSuccess: async () => {
      const forgetting = invalidate(client, (route.changes ?? [route.resource]).flatMap(resourcesChangedBy));
      if (!quiet) await forgetting;
    },
  });

  /** Sending the same content again counts as the same submission until it succeeds. */
  function keyFor(args: Args<R>): string | undefined {
    if (!route.onceByKey) return undefined;
    const text = JSON.stringify(args, withFiles);
    if (submission.current?.text !== text) submission.current = { text, key: crypto.randomUUID() };
    return submission.current.key;
  }
}
