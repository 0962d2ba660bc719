/** A JSON schema of the API document. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

const prefix = '#/components/schemas/';
/** The name of the schema that a reference points to. */
const nameOf = (ref: string): string => ref.slice(prefix.length);

/** The names of all schemas that a part of the document refers to. */
export const namesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => nameOf(ref!));

/** A comment above a declaration; empty without text. */
export function comment(lines: readonly (string | undefined)[], indent = ''): string {
  const text = lines
    .filter((line) => line !== undefined)
    .flatMap((line) => wrapped(line.replaceAll('*/', '*\\/'), 115 - indent.length));
  if (text.length === 0) return '';
  if (text.length === 1) return `${indent}/** ${text[0]} */\n`;
  return `${indent}/**\n${text.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (longer.length <= width || lines.at(-1) === '') lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The declaration of a named schema. */
export function declaration(name: string, schema: Schema): string {
  const text = comment([schema.description]);
  return isRecord(schema)
    ? `${text}export interface ${name} ${typeText(schema)}\n`
    : `${text}export type ${name} = ${typeText(schema)};\n`;
}

/** Whether a schema is an object with known fields. */
export const isRecord = ({ type, properties = {} }: Schema): boolean =>
  type === 'object' && Object.keys(properties).length > 0;

/** The TypeScript type of a schema. */
export function typeText(schema: Schema, indent = ''): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(telling(choices).map((choice) => typeText(choice, indent)));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => textOfType(type, schema, indent)));
}

/** Leaves out a choice of any object beside others, which would have no effect then. */
function telling(choices: readonly Schema[]): readonly Schema[] {
  const isAny = (choice: Schema) =>
    choice.type === 'object' && !isRecord(choice) && JSON.stringify(choice.additionalProperties) === '{}';
  const others = choices.filter((choice) => !isAny(choice));
  return others.some((choice) => choice.$ref || isRecord(choice)) ? others : choices;
}

function textOfType(type: string, schema: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'object') return objectText(schema, indent);
  if (type !== 'array') return type;
  const item = typeText(schema.items ?? {}, indent);
  return / [|&] /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment([schema.description], inner)}${inner}${key(name)}${mark}: ${typeText(schema, inner)};\n`;
  });
  if (additionalProperties) {
    const value = fields.length > 0 || additionalProperties === true ? {} : additionalProperties;
    fields.push(`${inner}[key: string]: ${typeText(value, inner)};\n`);
  }
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('')}${indent}}`;
}

const union = (types: string[]): string => [...new Set(types)].join(' | ');
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : String(value);
/** A name as the key of an object type, quoted if necessary. */
export const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));
