import type { Route } from '@aisle/contract/core/route';
import type { connectionRoutes } from '@aisle/contract/warehouse/connections';
import type { Handler, Handlers } from '../../core/http/serve.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { changeConnection, rerunRows, switchConnection } from './connections.service.ts';

export const connectionHandlers = (
  findHandler: (route: Route) => Handler<Route>,
): Handlers<typeof connectionRoutes> => ({
  list: ({ tx, body }) => listConnections(tx, body),
  view: ({ tx, params }) => getConnection(tx, params.id),
  edit: (call) => changeConnection(call, call.params.id, call.body),
  updateStatus: (call) => switchConnection(call, call.params.id, call.body.status),
  rerun: (call) => rerunRows(call, findHandler),
});
