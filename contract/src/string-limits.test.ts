import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { Email } from './core/fields.ts';
import { type AnySchema, paramsSchema, type Route } from './core/route.ts';
import { ReceiptRow } from './warehouse/receipts.ts';

/** Whether a check is cheap, such as `trim` and case changes, which Zod has built in. */
const isCheap = (check: z.core.$ZodCheck): boolean => {
  const { check: kind, format, tx } = check._zod.def as { check: string; format?: string; tx?: unknown };
  if (kind === 'string_format') return format === 'lowercase' || format === 'uppercase';
  return kind === 'overwrite' && builtIn.has(String(tx));
};
const builtIn = new Set(
  [z.string().trim(), z.string().toLowerCase(), z.string().toUpperCase()].map((schema) =>
    String((schema.def.checks![0] as unknown as { _zod: { def: { tx: unknown } } })._zod.def.tx),
  ),
);
/** Formats of Zod whose patterns are anchored and match only texts of limited length. */
const fixedFormats = new Set(['uuid', 'datetime', 'date']);

interface StringDef {
  format?: string;
  checks?: (z.core.$ZodCheck & { _zod: { def: { check: string; abort?: boolean } } })[];
}

/** Why a pattern or a function can get a text of any length; undefined if none can. */
function unlimited(schema: AnySchema): string | undefined {
  const { format, checks = [] } = schema._zod.def as StringDef;
  const max = checks.findIndex(({ _zod: { def } }) => def.check === 'max_length');
  if (format !== undefined) return fixedFormats.has(format) || max >= 0 ? undefined : 'has no limit';
  if (max < 0) return 'has no limit';
  const read = checks.findIndex((check) => !isCheap(check) && !check._zod.def.check.endsWith('_length'));
  if (read >= 0 && read < max) return 'is read before its limit';
  return read < 0 || checks[max]!._zod.def.abort ? undefined : 'is read although it is too long';
}

const isOfText = (schema: AnySchema): boolean =>
  (schema._zod.def as { in?: AnySchema }).in?._zod.def.type === 'string';

type Visit = (schema: AnySchema, path: string) => void;
function walk(schema: AnySchema, path: string, visit: Visit, above: readonly AnySchema[] = []): void {
  if (above.includes(schema)) return;
  const next = (below: unknown, at: string) => {
    if (below !== null && typeof below === 'object' && '_zod' in below)
      walk(below as AnySchema, at, visit, [...above, schema]);
  };
  visit(schema, path);
  for (const [key, value] of Object.entries(schema._zod.def)) {
    // The output of a limited text is limited as well.
    if (key === 'checks' || (key === 'out' && isOfText(schema))) continue;
    if (key === 'shape')
      for (const [name, field] of Object.entries(value as object)) next(field, `${path}.${name}`);
    else if (key === 'getter') next((value as () => unknown)(), path);
    else if (Array.isArray(value)) for (const one of value) next(one, path);
    else next(value, path);
  }
}

const requests = Object.entries(api).flatMap(([resource, declared]) =>
  Object.entries(declared as Record<string, Route>).flatMap(([name, { path, query, body }]) => [
    [`${resource}.${name}: path`, paramsSchema(path)] as const,
    ...(query ? [[`${resource}.${name}: query`, query] as const] : []),
    ...(body ? [[`${resource}.${name}: body`, body] as const] : []),
  ]),
);

/** Schemas that handlers use without naming them in a route. */
const others = [['a row of a receipt', ReceiptRow]] as const;

test('limits the length of every text in requests before any check reads it', () => {
  const found = new Map<AnySchema, string>();
  let count = 0;
  for (const [name, schema] of [...requests, ...others]) {
    walk(schema, name, (one, path) => {
      if (one._zod.def.type !== 'string') return;
      count += 1;
      const reason = unlimited(one);
      if (reason !== undefined && !found.has(one)) found.set(one, `${path} ${reason}`);
    });
  }

  expect(count).toBeGreaterThan(1000);
  expect([...found.values()]).toEqual([]);
});

test('reports only the length of a text that is too long', () => {
  const { error } = Email.safeParse(`${'a'.repeat(300)} @x`);

  expect(error?.issues.map(({ message }) => message)).toEqual(['Email must be at most 254 characters']);
});
