import type { connectionRoutes } from '@aisle/contract/warehouse/connections';
import type { Handlers } from '../../core/http/serve.ts';
import { getConnection, listConnections } from './connections.queries.ts';
import { changeConnection, rerunRows, switchConnection } from './connections.service.ts';

export const connectionHandlers: Handlers<typeof connectionRoutes> = {
  list: ({ tx, body }) => listConnections(tx, body),
  view: ({ tx, params }) => getConnection(tx, params.id),
  edit: (call) => changeConnection(call, call.params.id, call.body),
  updateStatus: (call) => switchConnection(call, call.params.id, call.body.status),
  rerun: (call) => rerunRows(call, call.params.id, call.body.rowIds),
};
