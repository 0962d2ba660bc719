import type { assortmentRoutes } from '@aisle/contract/locations/assortments';
import type { Handlers } from '../../core/http/serve.ts';
import { compareAssortments, copyAssortment, differencesOf } from './assortments.service.ts';

export const assortmentHandlers: Handlers<typeof assortmentRoutes> = {
  compare: ({ tx, query }) => compareAssortments(tx, query),
  differences: ({ tx, body }) => differencesOf(tx, body),
  copy: ({ tx, actor, body }) => copyAssortment(tx, actor, body),
};
