import { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import { Id } from './fields.ts';
import type { AnyFilters, ListSearch } from './list-search.ts';
import './plain-text.ts';

/** Any schema. Zod's core type compares in no time; its full one would make the type check of all routes twice as long. */
export type AnySchema = z.core.$ZodType;

/** Who can call a route: anyone, signed-in users, or users with a permission. */
type Access = 'public' | 'signedIn' | Permission;

/** The scopes of an API key. */
export const apiScopes = ['orders', 'catalogue', 'stock', 'prices', 'support', 'inbound-mail'] as const;
export type ApiScope = (typeof apiScopes)[number];

/** The reason why a list lacks something that most lists have. */
export interface Without {
  because: string;
}
export const without = (because: string): Without => ({ because });
export const partOfRecord = without('It is part of one record and has no screen');

/** Declares the screen of a list, with its saved views, its export, and the live event that refreshes it. */
interface ListFeatures {
  /** The path of the screen whose views can be saved. */
  screen: `/${string}` | Without;
  /** The name of the export. Lists with the same rows share one. */
  exportAs: string | Without;
  /** The export can also be a ZIP with pictures. */
  exportsPictures?: true;
  /** Set if the topic is not the name of the resource. */
  liveTopic?: string | Without;
  /**
   * For a screen with tabs: the filters that the screen sets for the parameters of its URL, or null if the URL shows
   * another list of the screen.
   */
  shownFor?: (search: ListSearch) => AnyFilters | null;
  /** False if the rows of its saved views can't be counted: a report has a row for each location or product. */
  isCounted?: false;
}

export interface Route {
  /** The resource that its data belongs to: the first word of query keys. `routes` sets it. */
  resource: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v2; `{id}` marks a parameter, `{id?}` one that may be left out. */
  path: string;
  permission: Access;
  /** One line for the API document. */
  summary: string;
  query?: AnySchema;
  body?: AnySchema;
  /** The schema of `data` in the response. */
  data: AnySchema;
  /** The text of `message` in the response. */
  message?: string;
  /** Files accepted as multipart/form-data, by field name. JSON is always accepted as well. */
  files?: Record<string, FileRule>;
  /** The body is one file of these content types, as it is: the handler finds it as the upload `raw`. */
  raw?: { types: readonly string[]; maxMiB: number };
  /** The largest JSON body in KiB, where the usual limit is too small. */
  maxBodyKiB?: number;
  /** True when nothing is written: the transaction is opened read-only. */
  reads?: true;
  /** Waits for another service, a thread or a password's hash: no transaction is open, and no connection is taken. */
  outside?: true;
  /** Takes an Idempotency-Key: the same key and body give the same answer, once. */
  onceByKey?: true;
  /** Takes an HTML form as well, from clients that know neither JSON nor encryption: mail programs. */
  takesForms?: true;
  /** Can be called by an administrator who views Aisle as someone else: reading can, unless `showsSecrets`. */
  whenViewing?: true;
  /** Shows what opens accounts: only to the person themselves. */
  showsSecrets?: true;
  /** Belongs to the whole marketplace: not for people of single locations, whatever their permissions. */
  everywhere?: true;
  /** Takes the user type admin as well as the permission. */
  adminsOnly?: true;
  /** Also for a session that may only set up a second factor. */
  duringSetup?: true;
  /** With `newToken` in its body, its answer holds another token of the session in `admin-token`, and the former one ends. */
  renewsToken?: true;
  /** These permissions will do too; what each allows, the handler says. */
  orPermission?: Permission | readonly Permission[];
  /** Takes this permission as well. */
  alsoNeeds?: Permission;
  /** May be called with an API key that holds this scope. */
  apiScope?: ApiScope;
  /** Concerns one order or checkout: a key reaches only those that it placed, which the database makes sure of. */
  placedByKey?: true;
  /** The problems it may answer beside those any route may. */
  problems?: readonly ProblemCode[];
  /** The resources (first words of query keys) that a write changes, its own first. */
  changes?: readonly string[];
  /** Of every route that answers with `records`. */
  list?: ListFeatures;
}
export interface FileRule {
  kind: 'image' | 'table' | 'document' | 'archive';
  many?: true;
}

/** How many bytes a JSON body, or the text fields of a form, may have. */
export const bodyLimitOf = ({ maxBodyKiB, permission }: Pick<Route, 'maxBodyKiB' | 'permission'>): number =>
  (maxBodyKiB ?? (permission === 'public' ? 16 : 1024)) * 1024;

/** The permissions that will do in place of a route's own. */
export const otherPermissions = ({
  orPermission = [],
}: Pick<Route, 'orPermission'>): readonly Permission[] =>
  typeof orPermission === 'string' ? [orPermission] : orPermission;

type DeclaredRoute = Omit<Route, 'resource'> & Partial<Pick<Route, 'resource'>>;
type RoutesOf<Declared> = { [Name in keyof Declared]: Declared[Name] & Pick<Route, 'resource'> };

/** Declares the routes of one resource, keeping every type for server and browser. A route may name another resource. */
export const routes = <const Declared extends Record<string, DeclaredRoute>>(
  resource: string,
  declared: Declared,
): RoutesOf<Declared> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, route]) => [name, { resource, ...route }]),
  ) as RoutesOf<Declared>;

/** The name of a list's export, if it has one. */
export const exportNameOf = ({ list }: Pick<Route, 'list'>): string | undefined =>
  typeof list?.exportAs === 'string' ? list.exportAs : undefined;

/** The path of the screen where views of a list can be saved, if it has one. */
export const screenOf = ({ list }: Pick<Route, 'list'>): string | undefined =>
  typeof list?.screen === 'string' ? list.screen : undefined;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Bare<Name extends string> = Name extends `${infer Word}?` ? Word : Name;
type Optional<Name extends string> = Extract<Name, `${string}?`>;
/** { id: string } for '/brand/edit/{id}'. */
export type ParamsOf<R extends Route> = {
  [Name in Exclude<Names<R['path']>, Optional<Names<R['path']>>>]: string;
} & { [Name in Bare<Optional<Names<R['path']>>>]?: string };
export type QueryOf<R extends Route> = R extends { query: infer Q extends AnySchema }
  ? z.output<Q>
  : undefined;
export type BodyOf<R extends Route> = R extends { body: infer B extends AnySchema } ? z.output<B> : undefined;
export type QueryInputOf<R extends Route> = R extends { query: infer Q extends AnySchema }
  ? z.input<Q>
  : undefined;
export type BodyInputOf<R extends Route> = R extends { body: infer B extends AnySchema }
  ? z.input<B>
  : undefined;
export type DataOf<R extends Route> = z.output<R['data']>;

/** The names of a path's parameters, in order, and whether each may be left out. */
export function paramsOf(path: string): { name: string; optional: boolean }[] {
  return [...path.matchAll(/\{(\w+)(\?)?\}/g)].map((match) => ({
    name: match[1]!,
    optional: match[2] === '?',
  }));
}

/** Parameters are ids, except where they are not: `token` and `name` are opaque text. */
export function paramsSchema(path: string): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, optional } of paramsOf(path)) {
    const schema = name === 'token' || name === 'name' ? z.string().min(1).max(500) : Id;
    shape[name] = optional ? schema.optional() : schema;
  }
  return z.strictObject(shape);
}

export const noData = z.object({});
