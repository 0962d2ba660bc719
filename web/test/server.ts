import type { FieldError } from '@aisle/contract/core/envelope';
import type { DataOf, Route } from '@aisle/contract/core/route';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** A request by a screen, as the server would parse it. */
export interface Request {
  params: string[];
  query: Record<string, string>;
  body: unknown;
  /** The names of uploaded files by field, if the body is a form instead of JSON. */
  files?: Record<string, string[]>;
}
interface Refusal {
  status: number;
  code: string;
  message: string;
  fields?: FieldError[];
  details?: Record<string, unknown>;
  data?: unknown;
}
export const refusal = (status: number, code: string, message: string, more: Partial<Refusal> = {}) => ({
  refused: { status, code, message, ...more },
});
type Answer<R extends Route> = DataOf<R> | { refused: Refusal };
type Answers = Answer<Route> | ((request: Request) => unknown);

type Served = Map<string, { route: Route; answers: Answers; requests: Request[] }>;
const servedInFile: Served = new Map();
const servedInTest: Served = new Map();
let isTesting = false;

/**
 * Mocks the response of a route and returns its requests as they arrive. Applies to all tests of a file if called at the top
 * level, otherwise until the test ends.
 */
export function serve<R extends Route>(
  route: R,
  answers: Answer<R> | ((request: Request) => Answer<R> | Promise<Answer<R>>),
): Request[] {
  const requests: Request[] = [];
  const served = isTesting ? servedInTest : servedInFile;
  served.set(`${route.method} ${route.path}`, { route, answers: answers as Answers, requests });
  return requests;
}

/** Waits for the only request of a route. */
export async function onlyRequest(requests: readonly Request[]): Promise<Request> {
  await waitFor(() => expect(requests).toHaveLength(1));
  return requests[0]!;
}

/** Waits for the only request of a route and returns its body. */
export const onlyBody = async (requests: readonly Request[]) => (await onlyRequest(requests)).body;

export function beginTest(): void {
  isTesting = true;
  globalThis.fetch = (address, init) => answer(String(address), init!);
}
export function endTest(): void {
  isTesting = false;
  servedInTest.clear();
  for (const { requests } of servedInFile.values()) requests.length = 0;
  // Requests after a test never get a response.
  globalThis.fetch = () => new Promise(() => {});
}
export function endFile(): void {
  servedInFile.clear();
}

const answering = new Set<Promise<Response>>();
/** Waits briefly for unfinished requests of a test, so that they don't affect the next one. */
export async function settle(): Promise<void> {
  if (answering.size > 0) await Promise.race([Promise.allSettled(answering), later(50)]);
  await later(0);
}
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function answer(address: string, init: RequestInit): Promise<Response> {
  const response = answered(address, init);
  answering.add(response);
  void response.catch(() => {}).finally(() => answering.delete(response));
  return response;
}

async function answered(address: string, init: RequestInit): Promise<Response> {
  const url = new URL(address, 'http://shop.example');
  const path = url.pathname.replace('/api/v2', '');
  for (const { route, answers, requests } of [...servedInFile.values(), ...servedInTest.values()].reverse()) {
    const params = matched(route.path, path);
    if (route.method !== init.method || !params) continue;
    const request: Request = {
      params,
      query: Object.fromEntries(url.searchParams),
      ...contentOf(init.body),
    };
    requests.push(request);
    const data = typeof answers === 'function' ? await answers(request) : answers;
    return isRefusal(data) ? refused(data.refused) : accepted(route, data);
  }
  return refused({ status: 404, code: 'not-found', message: `Nothing serves ${init.method} ${path}` });
}

function contentOf(sent: RequestInit['body']): Pick<Request, 'body' | 'files'> {
  if (!(sent instanceof FormData)) return { body: typeof sent === 'string' ? JSON.parse(sent) : undefined };
  const body: Record<string, unknown> = {};
  const files: Record<string, string[]> = {};
  for (const [name, value] of sent.entries()) {
    if (typeof value === 'string') body[name] = value;
    else files[name] = [...(files[name] ?? []), value.name];
  }
  return { body, files };
}

const isRefusal = (data: unknown): data is { refused: Refusal } =>
  // A count with the name `refused` is a normal response.
  typeof data === 'object' && data !== null && 'refused' in data && typeof data.refused === 'object';

function matched(pattern: string, path: string): string[] | undefined {
  const [expected, actual] = [pattern.split('/'), path.split('/')];
  const fits =
    expected.length === actual.length &&
    expected.every((part, at) => part.startsWith('{') || part === actual[at]);
  return fits ? actual.filter((_, at) => expected[at]!.startsWith('{')) : undefined;
}

const accepted = (route: Route, data: unknown) =>
  Response.json({ status: true, message: route.message ?? 'OK', data });
const refused = ({ status, code, message, fields, details, data }: Refusal) =>
  Response.json(
    { status: false, message, data, error: { code, fields, details, requestId: 'request-1' } },
    { status },
  );
