import type { Route } from '@aisle/contract/core/route';
import type { Context } from '../context.ts';
import type { Handler } from './serve.ts';

/** Calls the handler of a list whose route is known only at run time, in the transaction and with the rights of the caller. */
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
    // Its type is only known of a route that is known at compile time; the list's schema has checked it.
    body: { ...body, page: 1 } as never,
    uploads: {},
    address: '',
    userAgent: null,
    signal,
    inTransaction: (work) => work(tx),
  });
