import type { Route } from '@aisle/contract/core/route';
import type { Context } from '../context.ts';
import type { Handler } from './serve.ts';

interface Request {
  params?: object | undefined;
  query?: unknown;
  body?: object | undefined;
}
/** Calls the handler of a route that is known only at run time, with the caller's transaction and permissions. */
export const callHandler = (
  handler: Handler<Route>,
  { tx, actor, services, signal = new AbortController().signal }: Context,
  { params = {}, query, body }: Request,
) =>
  handler({
    tx,
    actor,
    services,
    params,
    // Their types are only known for a fixed route. Its schemas have already validated them.
    query: query as never,
    body: body as never,
    uploads: {},
    address: '',
    userAgent: null,
    signal,
    inTransaction: (work) => work(tx),
    once: (work) => work(tx),
  });

/** Calls the handler of a list for its first page, or the one of its cursor. */
export const callList = (handler: Handler<Route>, context: Context, body: object) =>
  callHandler(handler, context, { body: { ...body, page: 1 } });
