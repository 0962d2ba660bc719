import type { AnySchema } from '@aisle/contract/core/route';
import { z } from 'zod';
import type { NamedSchema } from './contract-schemas.ts';
import { unitOf } from './units.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';
const prefix = '#/components/schemas/';
/** Marks names of schemas in requests until all names are known. */
const sent = '!sent';
const referred = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/**
 * Schemas of requests and responses for `components`, each once under its export name in the contract. A schema that differs
 * between requests and responses is named `NameInput` in requests.
 */
export class Schemas {
  readonly #named: ReadonlyMap<AnySchema, NamedSchema>;
  /** Generated names of request and response schemas that have no name in the contract. */
  readonly #unnamed: ReadonlyMap<AnySchema, string>;
  /** Converted schemas by direction and name. */
  readonly #converted: Record<Direction, Record<string, Json>>;
  readonly #differing: ReadonlySet<string>;
  readonly #used = new Map<string, { name: string; direction: Direction }>();

  constructor(named: readonly NamedSchema[], unnamed: readonly { name: string; schema: AnySchema }[]) {
    this.#named = new Map(named.map((one) => [one.schema, one]));
    const anonymous = new Map<AnySchema, string>();
    for (const { name, schema } of unnamed) {
      if (!this.#named.has(schema) && !anonymous.has(schema)) anonymous.set(schema, name);
    }
    this.#unnamed = anonymous;
    this.#converted = {
      input: convert(named, anonymous, 'input'),
      output: convert(named, anonymous, 'output'),
    };
    this.#differing = differing(this.#converted);
  }

  /** Returns a reference if the schema has a name, otherwise the schema itself. */
  of(schema: AnySchema, direction: Direction): Json {
    const named = this.#named.get(schema);
    return named ? { $ref: prefix + this.#use(named.name, direction) } : this.objectOf(schema, direction);
  }

  /** Returns the schema itself, even if it has a name. */
  objectOf(schema: AnySchema, direction: Direction): Json {
    const name = this.#named.get(schema)?.name ?? this.#unnamed.get(schema)!;
    return this.#resolved(this.#converted[direction][name]!, direction);
  }

  /** Returns the document with all schemas that it refers to, by name in alphabetical order. */
  complete(document: Json & { components: Json }): Json {
    const found: [string, Json][] = [];
    for (const [shown, { name, direction }] of this.#used) {
      // Resolving a schema can use others, which the loop reaches too.
      found.push([shown, this.#resolved(this.#converted[direction][name]!, direction)]);
    }
    const names = new Set([...this.#used.values()].map(({ name }) => name));
    const shownAs = (key: string) => {
      const name = key.replace(sent, '');
      // A second name is only necessary if responses use the schema too.
      if (key === name || !this.#used.has(name)) return name;
      return names.has(`${name}Input`) ? `${name}Sent` : `${name}Input`;
    };
    const schemas = Object.fromEntries(
      found.map(([key, schema]) => [shownAs(key), schema] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const whole = { ...document, components: { schemas, ...document.components } };
    const text = JSON.stringify(whole).replace(
      referred,
      (_, key: string) => `"$ref":"${prefix}${shownAs(key)}"`,
    );
    return JSON.parse(text) as Json;
  }

  #use(name: string, direction: Direction): string {
    const shown = direction === 'input' && this.#differing.has(name) ? name + sent : name;
    if (!this.#used.has(shown)) this.#used.set(shown, { name, direction });
    return shown;
  }

  #resolved(schema: Json, direction: Direction): Json {
    const text = JSON.stringify(schema).replace(
      referred,
      (_, name: string) => `"$ref":"${prefix}${this.#use(name, direction)}"`,
    );
    return JSON.parse(text) as Json;
  }
}

function convert(
  named: readonly NamedSchema[],
  anonymous: ReadonlyMap<AnySchema, string>,
  io: Direction,
): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const metadata = z.registry<{ description: string }>();
  for (const { name, schema, description } of named) {
    registry.add(schema, { id: name });
    if (description) metadata.add(schema, { description });
  }
  for (const [schema, name] of anonymous) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    uri: (id) => prefix + id,
    override: ({ jsonSchema, zodSchema }) => simplify(jsonSchema as Json, zodSchema),
  });
  const comments = new Map(named.map(({ name, fields }) => [name, fields]));
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
      name,
      describe(schema, comments.get(name) ?? new Map()),
    ]),
  );
}

const formatsThatSayIt = ['uuid', 'date-time', 'date'];
/**
 * Removes parts that add nothing: the pattern of a known format, the bounds of all whole numbers, "no other fields" in
 * responses.
 */
function simplify(schema: Json, { _zod: { def } }: { _zod: { def: object } }): void {
  if (formatsThatSayIt.includes(String(schema.format))) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.additionalProperties === false && !('catchall' in def && def.catchall)) {
    delete schema.additionalProperties;
  }
}

/** Describes the fields of a schema and its nested objects with the contract's comments, and other numbers with their unit. */
function describe(schema: Json, comments: ReadonlyMap<string, string>): Json {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    const properties = (value as { properties?: Record<string, Json> } | null)?.properties;
    if (value?.type === 'object' && properties) {
      for (const [field, property] of Object.entries(properties)) {
        const description = comments.get(field) ?? (isNumber(property) ? unitOf(field) : undefined);
        if (description && typeof property === 'object') property.description ??= description;
      }
    }
    return value;
  });
}

const isNumber = ({ type, anyOf }: Json): boolean =>
  [type].flat().some((one) => one === 'number' || one === 'integer') ||
  (Array.isArray(anyOf) && anyOf.some(isNumber));

/** Names of schemas that differ between requests and responses, or that refer to one that does. */
function differing({ input, output }: Record<Direction, Record<string, Json>>): Set<string> {
  const texts = Object.keys(input).map((name) => ({
    name,
    sent: JSON.stringify(input[name]),
    got: JSON.stringify(output[name]),
  }));
  const found = new Set(texts.filter(({ sent, got }) => sent !== got).map(({ name }) => name));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { name, sent } of texts) {
      if ([...sent.matchAll(referred)].some((match) => found.has(match[1]!))) found.add(name);
    }
  }
  return found;
}
