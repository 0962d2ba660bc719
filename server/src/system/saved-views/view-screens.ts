import { api } from '@aisle/contract/api';
import type { AnyFilters, ListSearch } from '@aisle/contract/core/list-search';
import { otherPermissions, type Route, screenOf } from '@aisle/contract/core/route';
import { isPermission, type Permission } from '@aisle/contract/permissions';
import type { Actor } from '../../core/http/actor.ts';
import { wrongField } from '../../core/problem.ts';

/** A list and the filters that its screen sets. */
interface ShownList {
  route: Route;
  fixed: AnyFilters;
}

/** Lists of each screen; a screen with tabs has several. */
export const listsByScreen: ReadonlyMap<string, Route[]> = Map.groupBy(
  Object.values(api)
    .flatMap((routes) => Object.values<Route>(routes))
    .filter(screenOf),
  (route) => screenOf(route)!,
);

/** Returns the list that a screen shows for its URL parameters. */
export function listShown(screen: string, search: ListSearch): ShownList {
  for (const route of listsByScreen.get(screen) ?? []) {
    const { shownFor = () => ({}) } = route.list!;
    const fixed = shownFor(search);
    if (fixed) return { route, fixed };
  }
  throw wrongField('list', 'This list has no saved views');
}

/** Returns the permissions of the screen's first list; any of them opens the screen. */
export function permissionsOf(screen: string): Permission[] {
  const { route } = listShown(screen, {});
  return [route.permission, ...otherPermissions(route)].filter(isPermission);
}

export const canSee = (actor: Actor, screen: string): boolean =>
  permissionsOf(screen).some((permission) => actor.permissions.has(permission));
