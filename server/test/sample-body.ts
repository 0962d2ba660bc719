import type { AnySchema } from '@aisle/contract/core/route';
import { z } from 'zod';

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  minItems?: number;
}

/** Something that a schema takes, every id of it looked up by the name of its field. */
export function sampleOf(schema: AnySchema, idOf: (field: string) => string): unknown {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  // The least first: what may be left out is, unless it names a record.
  for (const whole of [false, true]) {
    const sample = fill(shape, '', { idOf, whole });
    if (z.safeParse(schema, sample).success) return sample;
  }
  return undefined;
}

interface Filling {
  idOf: (field: string) => string;
  whole: boolean;
}

function fill(shape: Shape, field: string, filling: Filling): unknown {
  const [first] = shape.allOf ?? (shape.anyOf ?? shape.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (first) return fill(first, field, filling);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  switch (shape.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => shape.required?.includes(name) || filling.whole || /Ids?$/.test(name))
          .map(([name, inner]) => [name, fill(inner, name, filling)]),
      );
    case 'array':
      return shape.items ? [fill(shape.items, field.replace(/s$/, ''), filling)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 0, (shape.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'string':
      return textOf(shape, field, filling);
    default:
      return 'x';
  }
}

function textOf({ format, pattern, minLength = 0 }: Shape, field: string, { idOf }: Filling): string {
  if (format === 'uuid') return idOf(field);
  if (format === 'email' || field === 'email') return 'eve@aisle.example';
  if (format === 'date-time') return field === 'to' ? '2030-01-02T00:00:00Z' : '2030-01-01T00:00:00Z';
  if (format === 'date' || /(On|Date)$/.test(field)) return '2030-01-01';
  if (field === 'phone') return '+15125550199';
  if (pattern && /^\^\\d/.test(pattern)) return '1'.repeat(Math.max(4, minLength));
  return 'Sample text'.padEnd(minLength, 'x');
}
