import type { Connection, Request } from './connection.ts';
import { listOf } from './list.ts';

type Call = (...args: unknown[]) => unknown;

/** The methods of all resources, from a table of lines such as `PUT /brand/edit/{id} b`. */
export function callsOf(
  connection: Connection,
  routes: Record<string, Record<string, string>>,
): Record<string, Record<string, Call>> {
  return mapValues(routes, (resource) => mapValues(resource, (route) => callOf(connection, route)));
}

function mapValues<From, To>(object: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

type Input = Record<string, unknown>;
interface AnyOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  idempotencyKey?: string;
  /** For routes with both a query and a body. */
  query?: Input;
}

/** A method that takes the parameters of the path, then the input if there is one, then options. */
function callOf(connection: Connection, route: string): Call {
  const [method = '', path = '', flags = ''] = route.split(' ');
  const has = (flag: string) => flags.includes(flag);
  const count = path.split('{').length - 1;
  const takesInput = has('b') || has('q') || has('m');

  return (...args) => {
    const params = args.slice(0, count);
    const input = takesInput ? (args[count] as Input | undefined) : undefined;
    const options = args[takesInput ? count + 1 : count] as AnyOptions | undefined;
    const headers: Record<string, string> = {};
    // Created before the first attempt, so that the server recognizes a retry.
    if (has('k')) headers['idempotency-key'] = options?.idempotencyKey ?? crypto.randomUUID();
    const isSafe = method === 'GET' || has('r') || has('k');

    const call = async (cursor?: string): Promise<unknown> => {
      const whole = cursor === undefined ? input : { ...input, cursor };
      const query = has('b') ? options?.query : whole;
      const sent = has('b') ? bodyOf(whole, has('m')) : {};
      const request: Request = {
        method,
        path: fillPath(path, params) + queryText(query),
        headers: { ...headers, ...sent.headers },
        body: sent.body,
        isSafe,
      };
      return connection.call(request, options);
    };
    return has('p') ? listOf(call as Parameters<typeof listOf>[0]) : call();
  };
}

/** '/brand/edit/{id}' with an ID; an omitted optional parameter removes its slash. */
function fillPath(path: string, params: readonly unknown[]): string {
  let index = 0;
  return path.replace(/\/\{(\w+)(\?)?\}/g, (_, name: string, optional?: string) => {
    const value = params[index++];
    if (value !== undefined && value !== '') return `/${encodeURIComponent(String(value))}`;
    if (optional) return '';
    throw new TypeError(`${path} needs ${name}`);
  });
}

function queryText(query: Input | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

const isFile = (value: unknown): boolean => value instanceof Blob;

/** The body as JSON; as a form if the route takes files and there are some; or a single file as it is. */
function bodyOf(input: unknown, takesFiles: boolean): Pick<Request, 'headers' | 'body'> {
  if (input === undefined) return {};
  if (isFile(input)) return { headers: { 'content-type': 'application/octet-stream' }, body: input as Blob };
  const fields = Object.entries(input as Input);
  if (!takesFiles || !fields.some(([, value]) => [value].flat().some(isFile))) {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
  }
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    const files = [value].flat().filter(isFile) as Blob[];
    if (files.length > 0) for (const file of files) form.append(name, file);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { body: form };
}
