import { api } from '@aisle/contract/api';
import { type AnySchema, paramsOf, type Route } from '@aisle/contract/core/route';
import { z } from 'zod';

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maximum?: number;
}

interface RandomRequest {
  resource: string;
  name: string;
  route: Route;
  sent: { params: Record<string, string>; query?: Record<string, string>; body?: unknown };
}

/** These routes end the session of the caller or change its password. */
const left = [
  'auth.logout',
  'auth.changePassword',
  'auth.setPassword',
  'profile.endSession',
  'profile.endSessions',
];
const routes = Object.entries(api)
  .flatMap(([resource, declared]) =>
    Object.entries(declared as Record<string, Route>).map(([name, route]) => ({
      resource,
      name: `${resource}.${name}`,
      route,
    })),
  )
  .filter(({ name }) => !left.includes(name));

/** Values that once broke a server, or might. */
const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  '\\\\',
  "'; --",
  '%',
  '_%_',
  '#{1}',
  '\u202e',
  '👩‍👩‍👧',
  'a'.repeat(5000),
  '9999-12-31',
  '0000-01-01',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30',
  '1900-01-01T00:00:00Z',
  '2026-11-21T10:00:00+99:99',
  '2200-12-31T23:59:59Z',
  'America/Nowhere',
  [],
  {},
  [[]],
  [null],
  { _id: 1 },
  { length: -1 },
  JSON.parse('{"constructor":{"prototype":{}}}'),
  'WyIrMjc1NzYwLTA5LTEzVDAwOjAwOjAwLjAwMVoiLCIwMWEyMDI0ZC04NTc5LTdjYjgtOTUwZS00ZmMxZGRkMDRjNmMiXQ',
];
const texts = [
  'Milk',
  'a',
  'Zoë',
  '12345',
  '2026-11-21',
  '(512) 555-0199',
  'x'.repeat(120),
  '{}',
  'asc',
  '<b>',
  '=1+1',
];

/** `subProductIds` and `subProductId` contain IDs of `subProducts`. */
const kindOf = (field: string): string => `${field.replace(/Ids?$/, '')}s`;

/** `/sub-product/edit/{id}` → `subProduct` */
const firstSegment = (path: string): string =>
  path.split('/')[1]!.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Requests to any route. Most of them are almost valid, because those get the furthest. The same seed creates the same
 * requests.
 */
export class RandomRequests {
  /** Known IDs by resource, or by the name of a field such as `driverId`. */
  readonly #ids = new Map<string, string[]>();
  readonly #shapes = new Map<AnySchema, Shape>();
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): RandomRequest {
    const { resource, name, route } = this.#one(routes);
    const kind = this.#ids.has(resource) ? resource : kindOf(firstSegment(route.path));
    const params = Object.fromEntries(
      paramsOf(route.path).map((param) => [
        param.name,
        param.name === 'name' ? this.#one(['brands', 'orders', 'x']) : this.#id(kind),
      ]),
    );
    const query = route.query && this.#queryOf(this.#value(this.#shapeOf(route.query), 0, kind));
    const body = route.body && this.#value(this.#shapeOf(route.body), 0, kind);
    return { resource, name, route, sent: { params, ...(query && { query }), ...(route.body && { body }) } };
  }

  /** Stores the IDs in a response for later requests. */
  learn(resource: string, data: unknown, depth = 0): void {
    if (depth > 4 || typeof data !== 'object' || data === null) return;
    for (const [key, value] of Object.entries(data).slice(0, 30)) {
      if (typeof value === 'string' && /^(_id|.*Id)$/.test(key)) {
        this.#keep(key === '_id' ? resource : kindOf(key), value);
      } else this.learn(/^(data|records|\d+)$/.test(key) ? resource : key, value, depth + 1);
    }
  }

  #keep(kind: string, id: string): void {
    const ids = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, ids);
    if (ids.length < 60) ids.push(id);
    else ids[this.#below(60)] = id;
  }

  #shapeOf(schema: AnySchema): Shape {
    const known = this.#shapes.get(schema);
    if (known) return known;
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
    this.#shapes.set(schema, shape);
    return shape;
  }

  /** `kind` is the most likely resource of an ID in it. */
  #value(shape: Shape, depth: number, kind: string): unknown {
    if (this.#chance(0.04)) return this.#one(hostile);
    const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
    if (choices) return this.#value(this.#one(choices), depth, kind);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return this.#one(shape.enum);
    switch ([shape.type].flat()[0]) {
      case 'object':
        return this.#object(shape, depth, kind);
      case 'array':
        return Array.from({ length: this.#below(depth > 3 ? 1 : 4) }, () =>
          this.#value(shape.items ?? {}, depth + 1, kind),
        );
      case 'integer':
        return this.#one([0, 1, 2, 3, 10, 100, 1999, -1, shape.maximum ?? 5]);
      case 'number':
        return this.#one([0, 0.5, 1, 2.25, 33.333, 100, -0.001]);
      case 'boolean':
        return this.#chance(0.5);
      case 'null':
        return null;
      default:
        return this.#text(shape, kind);
    }
  }

  #object({ properties = {}, required = [] }: Shape, depth: number, kind: string): unknown {
    const fields = Object.entries(properties).filter(([name]) =>
      required.includes(name) ? this.#chance(0.98) : this.#chance(depth > 4 ? 0.1 : 0.4),
    );
    const filled = fields.map(([name, inner]) => [
      name,
      this.#value(inner, depth + 1, /Ids?$/.test(name) ? kindOf(name) : kind),
    ]);
    return Object.fromEntries(this.#chance(0.02) ? [...filled, ['surprise', this.#one(hostile)]] : filled);
  }

  #text({ format }: Shape, kind: string): unknown {
    if (format === 'uuid') return this.#id(kind);
    if (format === 'date') return this.#one(['2026-11-21', '2026-01-01', '1900-01-01', '2200-12-31']);
    if (format === 'date-time')
      return this.#one(['2026-11-21T10:00:00Z', '1900-01-01T00:00:00Z', '2200-12-31T23:59:59Z']);
    if (format === 'email') return `someone${this.#below(50)}@people.example`;
    return this.#one(texts);
  }

  #queryOf(query: unknown): Record<string, string> {
    if (typeof query !== 'object' || query === null) return {};
    return Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, String(value).slice(0, 500)]),
    );
  }

  /** Usually an ID of its own kind, sometimes one of another. */
  #id(kind: string): string {
    const all = [...this.#ids.keys()];
    const from = this.#ids.has(kind) && this.#chance(0.8) ? kind : all.length > 0 && this.#one(all);
    if (from && this.#chance(0.95)) return this.#one(this.#ids.get(from)!);
    return `01890a5d-ac96-774b-bcce-${String(this.#below(1e12)).padStart(12, '0')}`;
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)]!;
  }

  #chance(of: number): boolean {
    return this.#random() < of;
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** mulberry32 */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
