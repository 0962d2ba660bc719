import type { ListSearch } from '@aisle/contract/core/list-search';
import type { BodyInputOf } from '@aisle/contract/core/route';
import { type SearchSchemaInput, useMatches } from '@tanstack/react-router';
import type { ListRoute } from '../list-body.ts';

type Body<R extends ListRoute> = NonNullable<BodyInputOf<R>>;
type FiltersOf<R extends ListRoute> =
  Body<R> extends { filters?: infer Filters } ? Known<NonNullable<Filters>> : object;
/** A list without filters has the type of any object whose fields are all missing. */
type Known<Filters> = string extends keyof Filters ? object : Filters;
type SortOf<R extends ListRoute> =
  Body<R> extends { sort?: { field: infer Field extends string } | undefined }
    ? Field | `${Field}.desc`
    : never;

/** The search that links to a list can set: the filters and options of its route's body. */
type SearchOf<R extends ListRoute> = FiltersOf<R> &
  Pick<ListSearch, 'page' | 'limit' | 'search' | 'columns' | 'density' | 'view'> & { sort?: SortOf<R> };

/**
 * The search of a list. Links are limited to the filters and sort keys of its route. The list itself parses the URL with its
 * page schema, which isn't part of the initial bundle. `More` is the type of additional parameters, such as a tab.
 */
export const listSearch =
  <R extends ListRoute, More = object>() =>
  (raw: SearchOf<R> & More & SearchSchemaInput): ListSearch =>
    raw;

/** The search of a screen with text parameters, such as the open tab. */
export const textSearch =
  <const Name extends string>(...names: Name[]) =>
  (raw: { [N in Name]?: string } & SearchSchemaInput): { [N in Name]?: string } => {
    const search: { [N in Name]?: string } = {};
    for (const name of names) search[name] = typeof raw[name] === 'string' ? raw[name] : undefined;
    return search;
  };

/** The search parameters of the screen, for components shared by several screens. */
export const useScreenSearch = (): ListSearch =>
  useMatches({ select: (matches): ListSearch => matches.at(-1)?.search ?? {} });
