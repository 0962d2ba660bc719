import type { transferRoutes } from '@aisle/contract/warehouse/transfers';
import type { Handlers } from '../../core/http/serve.ts';
import { listTransfers } from './transfers.queries.ts';
import {
  changeTransfer,
  createTransfer,
  receiveTransfer,
  stepTransfer,
  viewTransfer,
} from './transfers.service.ts';

export const transferHandlers: Handlers<typeof transferRoutes> = {
  create: ({ tx, actor, body }) => createTransfer(tx, actor, body),
  list: ({ tx, body }) => listTransfers(tx, body),
  view: ({ tx, actor, params }) => viewTransfer(tx, actor, params.id),
  edit: ({ tx, actor, params, body }) => changeTransfer(tx, actor, params.id, body),
  updateStatus: ({ tx, actor, params, body }) => stepTransfer(tx, actor, params.id, body),
  receive: ({ tx, actor, params, body }) => receiveTransfer(tx, actor, params.id, body),
};
