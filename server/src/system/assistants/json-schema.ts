import type { AnySchema } from '@aisle/contract/core/route';
import { z } from 'zod';

/** A JSON Schema as plain data. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  maximum?: number;
  additionalProperties?: boolean | JsonSchema;
}

/** The JSON Schema of a schema, without what an assistant doesn't need: patterns, limits, defaults. */
export function jsonSchemaOf(schema: AnySchema, io: 'input' | 'output'): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' });
  return simplified(whole as JsonSchema & { oneOf?: JsonSchema[] }, io === 'input');
}

type Raw = JsonSchema & { oneOf?: JsonSchema[]; allOf?: JsonSchema[] };

function simplified({ anyOf, oneOf, allOf, ...schema }: Raw, isInput: boolean): JsonSchema {
  const choices = anyOf ?? oneOf;
  if (choices) return oneOfThese(choices.map((choice) => simplified(choice, isInput)));
  if (allOf) return simplified(allOf[0] ?? {}, isInput);
  const { type, properties, required, items, format } = schema;
  return {
    ...(type && { type: type === 'integer' && !isInput ? 'number' : type }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, simplified(one, isInput)]),
      ),
    }),
    ...(isInput && required && required.length > 0 && { required }),
    ...(items && { items: simplified(items, isInput) }),
    ...(isInput && schema.enum && { enum: schema.enum }),
    ...(isInput && schema.const !== undefined && { enum: [schema.const] }),
    ...(isInput && format && { format }),
  };
}

/** Joins the types of choices. Dates or times are times; switches that also take text are booleans. */
function oneOfThese(choices: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(choices.flatMap(({ type }) => type ?? []))];
  const [first, ...others] = choices.filter(({ type }) => type !== 'null');
  if (!first) return { type: 'null' };
  const isNullable = types.includes('null');
  if (choices.some(({ type }) => type === 'boolean') && choices.every(isSimple)) return { type: 'boolean' };
  if (others.length === 0) {
    return isNullable && typeof first.type === 'string' && !first.enum
      ? { ...first, type: [first.type, 'null'] }
      : first;
  }
  if (choices.every(isSimple)) {
    const { type, format, ...rest } = first;
    const values = choices.every((choice) => choice.enum) && choices.flatMap((choice) => choice.enum ?? []);
    return {
      ...(types.length > 0 && { type: types.length === 1 ? types[0]! : types }),
      ...(format && { format }),
      ...(values && { ...rest, enum: [...new Set(values)] }),
    };
  }
  // Where one value or several can be sent, an assistant sends one.
  const list = others.find(({ items }) => JSON.stringify(items) === JSON.stringify(first));
  if (list && others.length === 1) return first;
  const isOutput = choices.every((choice) => choice.properties && !choice.required);
  if (isOutput) return { type: 'object' };
  return { anyOf: [...choices] };
}
const isSimple = ({ properties, items, anyOf }: JsonSchema): boolean => !properties && !items && !anyOf;

/** The schema of a field of an object, through arrays of objects. */
export function fieldOf(schema: JsonSchema | undefined, path: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const inside = schema?.items ?? schema;
  return fieldOf(inside?.properties?.[name], rest);
}
