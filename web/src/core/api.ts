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
import { endSession, getSession } from './session/session.ts';
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
/** What a call of this route takes: only what the route declares. */
export type Args<R extends Route> = Part<'params', ParamsOf<R>> &
  Part<'query', QueryInputOf<R>> &
  Part<'body', BodyInputOf<R>> &
  (R extends { files: infer F } ? { files?: { [K in keyof F]?: Files[string] } } : { files?: undefined });
interface Options {
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
  /** Receives the share of the body that has been sent, for large files. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Calls a route of the contract and returns its data; every failure is an ApiError. */
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
  // Made before the first try, so that a retry is known to be the same submission.
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

/** The person has confirmed that it's them, or the session has got another token since the request was sent. */
async function canRepeat({ code, status }: ApiError, route: Route, sent: Headers): Promise<boolean> {
  if (code === 'reauth-required') return promptPassword();
  if (status !== 401 || route.permission === 'public') return false;
  await renewalOver();
  if (wasRenewed(sent)) return true;
  // An answer to an older session must not end the one begun since.
  if ((getSession()?.token ?? null) === sent.get('admin-token')) endSession();
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
    if (isNoAnswer(response)) recordUnreachable();
    else recordOnline();
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    recordUnreachable();
    throw new ApiError(unreachable, { status: 0, code: 'unreachable' });
  }
}

/** A proxy that finds no server behind it answers itself. */
const isNoAnswer = ({ status, headers }: Response): boolean =>
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
  // Not ours: a proxy in between, or a server that is not there.
  throw new ApiError(response.status >= 500 ? unreachable : `${response.status} ${response.statusText}`, {
    status: response.status === 502 || response.status === 504 ? 0 : response.status,
    code: 'unreadable',
  });
}

/** Opens the stream of live events behind the last one had, else this many milliseconds back. */
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
  await renewalOver();
  return wasRenewed(headers) ? (await open()).response : response;
}

/** The resource, the route, then the arguments: so that a write can invalidate a whole resource. */
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
/** Query options for reading a route page after page, each with the cursor that the one before it ended with. */
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
  /** Shows no toast and does not wait for lists: for one of many calls that are reported together. */
  quiet?: boolean;
  /** Receives the share of the body that has been sent, where files are sent. */
  onProgress?: (share: number) => void;
}

/** Files are compared by name, size and date: their content isn't in the text. */
const withFiles = (_: string, value: unknown): unknown =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value;

/** A write: shows a toast when done, and invalidates the resources that the route changes. */
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

  /** The same content sent again is the same submission, until it has succeeded. */
  function keyFor(args: Args<R>): string | undefined {
    if (!route.onceByKey) return undefined;
    const text = JSON.stringify(args, withFiles);
    if (submission.current?.text !== text) submission.current = { text, key: crypto.randomUUID() };
    return submission.current.key;
  }
}
