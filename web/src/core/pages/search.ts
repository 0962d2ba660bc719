import type { ListSearch } from '@aisle/contract/core/list-search';
import type { BodyInputOf } from '@aisle/contract/core/route';
import { type SearchSchemaInput, useMatches } from '@tanstack/react-router';
import type { ListRoute } from '../list-body.ts';

type Body<R extends ListRoute> = NonNullable<BodyInputOf<R>>;
type FiltersOf<R extends ListRoute> =
  Body<R> extends { filters?: infer Filters } ? NonNullable<Filters> : object;
type SortOf<R extends ListRoute> =
  Body<R> extends { sort?: { field: infer Field extends string } | undefined }
    ? Field | `${Field}.desc`
    : never;

/** What a link may put into the URL of a list: what the body of its route takes. */
type SearchOf<R extends ListRoute> = FiltersOf<R> &
  Pick<ListSearch, 'page' | 'limit' | 'search' | 'columns' | 'density' | 'view'> & { sort?: SortOf<R> };

/**
 * The search of a list. Links are held to the filters and sort keys of its route; what the URL of a visitor holds, the
 * list itself reads by its page schema, which is no part of the first load. `More` is what the screen keeps there
 * beside the list, such as its tab.
 */
export const listSearch =
  <R extends ListRoute, More = object>() =>
  (raw: SearchOf<R> & More & SearchSchemaInput): ListSearch =>
    raw;

/** The search of a screen that keeps a few words there, such as the tab that is open. */
export const textSearch =
  <const Name extends string>(...names: Name[]) =>
  (raw: { [N in Name]?: string } & SearchSchemaInput): { [N in Name]?: string } => {
    const search: { [N in Name]?: string } = {};
    for (const name of names) search[name] = typeof raw[name] === 'string' ? raw[name] : undefined;
    return search;
  };

/** The search parameters of the screen, for parts that several screens share. */
export const useScreenSearch = (): ListSearch =>
  useMatches({ select: (matches): ListSearch => matches.at(-1)?.search ?? {} });
