import { type ListSearch, toBody } from '@aisle/contract/core/list-search';
import type { Route } from '@aisle/contract/core/route';
import type { Permission } from '@aisle/contract/permissions';
import { maxViewCount, maxViewsCounted, type ViewCount } from '@aisle/contract/system/saved-views';
import type { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { callList } from '../../core/http/call-list.ts';
import type { Handler } from '../../core/http/serve.ts';
import { countLists } from '../../core/list/count-lists.ts';
import { List } from '../../core/list/list.ts';
import { Problem } from '../../core/problem.ts';
import { viewsOf } from './saved-views.queries.ts';
import { listShown } from './view-screens.ts';

/** Finds the handler of a list's route, because views know no resources. */
export type FindHandler = (route: Route) => Handler<Route>;

/** Counts the rows of each of a user's views of a list, with the user's permissions. */
export async function countViews(
  context: Context,
  findHandler: FindHandler,
  { list, locationId }: { list: string; locationId?: string | undefined },
): Promise<ViewCount[]> {
  const views = (await viewsOf(context.tx, context.actor.userId!, list)).slice(0, maxViewsCounted);
  const lists: (List<unknown> | null)[] = [];
  for (const { search } of views) {
    lists.push(await listFor(context, findHandler, list, { ...(locationId && { locationId }), ...search }));
  }
  const counts = await countLists(context.tx, lists);
  return views.map(({ _id }, index) => {
    const count = counts[index] ?? null;
    return {
      _id,
      count: count === null ? null : Math.min(count, maxViewCount),
      isMore: count !== null && count > maxViewCount,
    };
  });
}

/**
 * Returns the list of a view before it is read. A list that its handler rejects, such as a tab without permission, has no
 * count.
 */
async function listFor(
  context: Context,
  findHandler: FindHandler,
  list: string,
  search: ListSearch,
): Promise<List<unknown> | null> {
  const { route, fixed } = listShown(list, search);
  if (route.list?.isCounted === false) return null;
  if (!context.actor.permissions.has(route.permission as Permission)) return null;
  // Every list of the contract has a body with a Zod schema.
  const body = toBody(route.body as z.ZodType, { ...search, ...fixed });
  try {
    const found = await callList(findHandler(route), context, { ...body, cursor: undefined });
    return found instanceof List ? found : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
