import type { inventoryRoutes } from '@aisle/contract/warehouse/inventory';
import type { Handlers } from '../../core/http/serve.ts';
import { adjust, changeLot, removeLot, viewLot } from './inventory.service.ts';
import { listLevels } from './levels.queries.ts';
import { listExpiring, listLots } from './lots.queries.ts';
import { listMovements } from './movements.queries.ts';
import { readReceiptTable } from './receipts/receipt-table.service.ts';
import { receive, receiveBulk } from './receipts/receipts.service.ts';
import { shelve } from './shelves/shelves.service.ts';
import { explainLevel, listPastLevels } from './why/why.service.ts';

export const inventoryHandlers: Handlers<typeof inventoryRoutes> = {
  list: ({ tx, actor, body }) => listLots(tx, actor, body),
  create: ({ tx, actor, body }) => receive(tx, actor, body),
  bulkCreate: ({ tx, actor, body }) => receiveBulk(tx, actor, body),
  readTable: ({ uploads, body }) => readReceiptTable(uploads, body.sheet),
  edit: ({ tx, actor, params, body }) => changeLot(tx, actor, params.id, body),
  remove: ({ tx, actor, params }) => removeLot(tx, actor, params.id),
  get: ({ tx, params }) => viewLot(tx, params.id),
  adjust: ({ tx, actor, body }) => adjust(tx, actor, body),
  shelve: ({ tx, actor, body }) => shelve(tx, actor, body),
  movements: ({ tx, actor, body }) => listMovements(tx, actor, body),
  expiring: ({ tx, actor, body }) => listExpiring(tx, actor, body),
  levels: ({ tx, actor, body }) => listLevels(tx, actor, body),
  why: ({ tx, body }) => explainLevel(tx, body),
  asOf: ({ tx, actor, body }) => listPastLevels(tx, actor, body),
};
