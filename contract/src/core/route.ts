import { z } from 'zod';
import type { ProblemCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';
import { Id, IdAtLocation } from './fields.ts';
import type { AnyFilters, ListSearch } from './list-search.ts';
import './plain-text.ts';

/** Any schema. Zod's core type is cheap to compare; the full type would double the time of type-checking the routes. */
export type AnySchema = z.core.$ZodType;

/** The access to a route: anyone, signed-in users, or users with a permission. */
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
  /** Relative to /api/v2; `{id}` marks a parameter, `{id?}` an optional one. */
  path: string;
  permission: Access;
  /** One line in the API document. */
  summary: string;
  query?: AnySchema;
  body?: AnySchema;
  /** The schema of `data` in the response. */
  data: AnySchema;
  /** The text of `message` in the response. */
  message?: string;
  /** Files accepted as multipart/form-data, by field name. JSON is always accepted as well. */
  files?: Record<string, FileRule>;
  /** The body is one unencoded file of one of these content types. The handler gets it as the upload `raw`. */
  raw?: { types: readonly string[]; maxMiB: number };
  /** The maximum size of a JSON body in KiB, if the default limit is too small. */
  maxBodyKiB?: number;
  /** The route only reads: its transaction is read-only. */
  reads?: true;
  /** The route waits for another service, a thread or a password hash, so it gets no transaction and no connection. */
  outside?: true;
  /**
   * Accepts an Idempotency-Key: requests with the same key and body are executed once and get the same response. A
   * handler that is also `outside` writes its response with `once`.
   */
  onceByKey?: true;
  /** A repeated request changes nothing more, so programs can send it again if the response is missing. */
  repeatable?: true;
  /** Also accepts an HTML form, for mail programs, which support neither JSON nor encryption. */
  takesForms?: true;
  /**
   * Available to an administrator who views Aisle as another user. Routes that only read are available without it, unless they
   * have `showsSecrets`.
   */
  whenViewing?: true;
  /** The response contains credentials, so only the users themselves can call it. */
  showsSecrets?: true;
  /** Affects the whole marketplace, so users of certain locations can't call it, whatever their permissions. */
  everywhere?: true;
  /** Requires the user type admin besides the permission. */
  adminsOnly?: true;
  /** Available to a session that can only set up a second factor. */
  duringSetup?: true;
  /**
   * If the body has `newToken`, the response contains a new token of the session in `admin-token`, and the previous token ends.
   */
  renewsToken?: true;
  /** Each of these permissions is sufficient too; the handler decides what each one allows. */
  orPermission?: Permission | readonly Permission[];
  /** Also requires this permission. */
  alsoNeeds?: Permission;
  /** Available to API keys with this scope. */
  apiScope?: ApiScope;
  /** Also available to API keys with this scope. */
  orApiScope?: ApiScope;
  /**
   * Whether API keys with the permission can call the route. By default they can if it needs a permission; routes about what is
   * one user's own say no. `confirms: 'access'` and `adminsOnly` close a route in any case.
   */
  forKeys?: boolean;
  /**
   * Moves money or changes access to accounts. Where people are asked for the password, an API key needs `mayMoveMoney`;
   * routes about access are closed to every key.
   */
  confirms?: 'money' | 'access';
  /** When the route asks for the password: always, above a limit of the settings, or under a condition. */
  when?: 'always' | `above ${string}` | `if ${string}` | `unless ${string}`;
  /** Concerns one order or checkout: an API key reaches only those that it placed. The database enforces this. */
  placedByKey?: true;
  /** Possible problems, besides those of every route. */
  problems?: readonly ProblemCode[];
  /** The resources (first words of query keys) that a write changes, its own first. */
  changes?: readonly string[];
  /** Set on every route whose response has `records`. */
  list?: ListFeatures;
}
export interface FileRule {
  kind: 'image' | 'table' | 'document' | 'archive';
  many?: true;
}

/** The maximum size in bytes of a JSON body, or of the text fields of a form. */
export const bodyLimitOf = ({ maxBodyKiB, permission }: Pick<Route, 'maxBodyKiB' | 'permission'>): number =>
  (maxBodyKiB ?? (permission === 'public' ? 16 : 1024)) * 1024;

/** The permissions that are sufficient instead of the route's own. */
export const otherPermissions = ({
  orPermission = [],
}: Pick<Route, 'orPermission'>): readonly Permission[] =>
  typeof orPermission === 'string' ? [orPermission] : orPermission;

/** Whether an API key with the permissions of the route can call it. Without them, it needs a scope of the route. */
export const isOpenToKeys = ({
  permission,
  forKeys = permission !== 'signedIn',
  confirms,
  adminsOnly,
}: Pick<Route, 'permission' | 'forKeys' | 'confirms' | 'adminsOnly'>): boolean =>
  forKeys && confirms !== 'access' && !adminsOnly;

type DeclaredRoute = Omit<Route, 'resource'> & Partial<Pick<Route, 'resource'>>;
type RoutesOf<Declared> = { [Name in keyof Declared]: Declared[Name] & Pick<Route, 'resource'> };

/** Declares the routes of one resource with full types for server and browser. A route can name another resource. */
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

/**
 * The schema of the IDs of a list's rows, by which an export or a bulk action is limited to the selected ones. Undefined if
 * its rows have no IDs.
 */
export function rowIdOf({ data }: Pick<Route, 'data'>): z.ZodType<string> | undefined {
  const records = data instanceof z.ZodObject ? data.shape.records : undefined;
  const row = records instanceof z.ZodArray ? records.element : undefined;
  const id: unknown = row instanceof z.ZodObject ? row.shape._id : undefined;
  return [Id, IdAtLocation].find((schema) => schema === id);
}

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

/** The names of a path's parameters in order, and whether each is optional. */
export function paramsOf(path: string): { name: string; optional: boolean }[] {
  return [...path.matchAll(/\{(\w+)(\?)?\}/g)].map((match) => ({
    name: match[1]!,
    optional: match[2] === '?',
  }));
}

/** Parameters are IDs, except `token` and `name`, which are opaque text. */
export function paramsSchema(path: string): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const { name, optional } of paramsOf(path)) {
    const schema = name === 'token' || name === 'name' ? z.string().min(1).max(500) : Id;
    shape[name] = optional ? schema.optional() : schema;
  }
  return z.strictObject(shape);
}

export const noData = z.object({});
