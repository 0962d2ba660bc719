import type { Route } from '@aisle/contract/core/route';
import type { Context } from '../context.ts';
import type { Handler } from './serve.ts';

/** Calls the handler of a list whose route is known only at run time, with the caller's transaction and permissions. */
export const callList = (
  handler: Handler<Route>,
  { tx, actor, services, signal = new AbortController().signal }: Context,
  body: object,
) =>
  handler({
    tx,
    actor,
    services,
    params: {},
    query: undefined,
    // The type of the body is only known for a fixed route. The list's schema has already validated it.
    body: { ...body, page: 1 } as never,
    uploads: {},
    address: '',
    userAgent: null,
    signal,
    inTransaction: (work) => work(tx),
  });
