import type { AnySchema } from '@aisle/contract/core/route';
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
  default?: unknown;
  format?: string;
  pattern?: string;
  additionalProperties?: Shape | boolean;
  minimum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Creates a value that a schema accepts. IDs are looked up by the name of their field. */
export function sampleOf(schema: AnySchema, idOf: (field: string) => string): unknown {
  const shape = shapeOf(schema);
  // The minimum: omits optional fields, unless they refer to a record.
  for (const whole of [false, true]) {
    const sample = fill(shape, '', { idOf, whole, variant: 0, number: 0 });
    if (z.safeParse(schema, sample).success) return sample;
  }
  return undefined;
}

/** Selects one of two bodies whose fields all have different values. */
export type Variant = 0 | 1;
interface FilledBody {
  /** The number of a record; unique fields contain it. */
  number: number;
  variant: Variant;
  idOf: (field: string, variant: Variant) => string;
  /** Values that can't be derived from a schema, by field name. */
  provided?: Record<string, unknown>;
}
/** A body with every field that a schema accepts, including optional ones. */
export function filledBody(schema: AnySchema, { idOf, provided = {}, ...filling }: FilledBody) {
  const known = { idOf: (field: string) => idOf(field, filling.variant), whole: true, ...filling };
  const { properties = {} } = shapeOf(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([field, shape]) => [
      field,
      Object.hasOwn(provided, field) ? provided[field] : fill(shape, field, known),
    ]),
  );
}

/** The fields of a schema that accept null, so they can be cleared. */
export const clearableFields = (schema: AnySchema): string[] =>
  Object.entries(shapeOf(schema).properties ?? {})
    .filter(([, { type, anyOf = [] }]) => [{ type }, ...anyOf].some((one) => takes(one, 'null')))
    .map(([field]) => field);

const takes = ({ type }: Shape, wanted: string): boolean => [type].flat().includes(wanted);
const shapeOf = (schema: AnySchema) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

interface Filling {
  idOf: (field: string) => string;
  whole: boolean;
  variant: Variant;
  number: number;
}

function fill(shape: Shape, field: string, filling: Filling): unknown {
  const { variant } = filling;
  const [first] = shape.allOf ?? (shape.anyOf ?? shape.oneOf ?? []).filter((one) => !takes(one, 'null'));
  if (first) return fill(first, field, filling);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[variant % shape.enum.length];
  switch ([shape.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return objectOf(shape, field, filling);
    case 'array':
      return shape.items ? [fill(shape.items, field.replace(/s$/, ''), filling)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 0, (shape.exclusiveMinimum ?? 0) + 1) + variant;
    case 'boolean':
      return variant === 0;
    case 'string':
      return textOf(shape, field, filling);
    default:
      return 'x';
  }
}

function objectOf(
  { properties = {}, required, additionalProperties }: Shape,
  field: string,
  filling: Filling,
) {
  const { whole } = filling;
  if (whole && typeof additionalProperties === 'object' && Object.keys(properties).length === 0) {
    return { [`Sample ${filling.variant}`]: fill(additionalProperties, field, filling) };
  }
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required?.includes(name) || whole || /Ids?$/.test(name))
      .map(([name, inner]) => [name, fill(inner, name, filling)]),
  );
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 1000 }: Shape,
  field: string,
  filling: Filling,
) {
  const { idOf, variant, number } = filling;
  const digit = number * 2 + variant;
  if (format === 'uuid') return idOf(field);
  if (format === 'email' || field === 'email')
    return digit ? `eve${digit}@aisle.example` : 'eve@aisle.example';
  if (format === 'date-time')
    return field === 'to' ? `2030-01-0${2 + variant}T00:00:00Z` : '2030-01-01T00:00:00Z';
  if (format === 'date' || /(On|Date)$/.test(field)) return `2030-01-0${1 + variant}`;
  if (field === 'phone') return `+1512555${String(199 + digit).padStart(4, '0')}`;
  if (pattern && /^\^\\d/.test(pattern)) return String(1 + variant).repeat(Math.max(4, minLength));
  const text = digit ? `Sample ${digit} ${field}` : 'Sample text';
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
