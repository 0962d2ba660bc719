import { paramsSchema } from '@aisle/contract/core/route';
import type { Tool, ToolRequest } from '@aisle/contract/core/tool';
import { withoutMarks } from '@aisle/contract/core/tool';
import { fieldOf, type JsonSchema, jsonSchemaOf } from './json-schema.ts';

/** A tool with its schemas. */
export interface PreparedTool {
  tool: Tool;
  /** As `tools/list` shows it. */
  listed: {
    name: string;
    title: string;
    description: string;
    inputSchema: JsonSchema & { type: 'object' };
    outputSchema: JsonSchema & { type: 'object' };
    annotations: Record<string, boolean | string>;
  };
  inputs: readonly ToolInput[];
  /** Its answers are cut to a page of this size. */
  isPaged: boolean;
}
interface ToolInput {
  name: string;
  part: 'params' | 'query' | 'body';
  /** Where it is in the body, such as `filters.status`. */
  path: readonly string[];
  schema: JsonSchema;
  isRequired: boolean;
}

/** The maximum number of records in an answer. */
export const maxShown = 50;
/** Parts of a request that the server adds. */
const addedByServer = new Set(['version', 'dryRun', 'page', 'format', 'photos']);
const meanings: Record<string, string> = {
  limit: 'Records per answer',
  cursor: '`nextCursor` of the answer before',
  order: 'Number or id',
  confirmation: 'Only to confirm: the token of the preview',
};

export function prepareTool(tool: Tool): PreparedTool {
  const inputs = inputsOf(tool);
  const { name, title, description, hints, change } = tool;
  const properties = Object.fromEntries(inputs.map((input) => [input.name, shownInput(tool, input)]));
  const required = inputs.filter(({ isRequired }) => isRequired).map((input) => input.name);
  const isPaged = inputs.some((input) => input.name === 'cursor');
  return {
    tool,
    inputs,
    isPaged,
    listed: {
      name,
      title,
      description,
      inputSchema: {
        type: 'object',
        properties: {
          ...properties,
          ...(change &&
            !change.forPeople && { confirmation: { type: 'string', description: meanings.confirmation! } }),
        },
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      },
      outputSchema: change ? changeOutput : outputOf(tool),
      annotations: {
        title,
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: false,
      },
    },
  };
}

function inputsOf({ route, takes, fixed }: Tool): ToolInput[] {
  const params = jsonSchemaOf(paramsSchema(route.path), 'input');
  const query = route.query && jsonSchemaOf(route.query, 'input');
  const body = route.body && jsonSchemaOf(route.body, 'input');
  const paged = body?.properties?.cursor ? ['limit', 'cursor'] : [];
  const chosen = [
    ...allOf(params).map((path) => ({ part: 'params' as const, schema: params, path })),
    ...(takes ?? allOf(query)).map((path) => ({ part: 'query' as const, schema: query, path })),
    ...(takes ? [...takes, ...paged] : allOf(body)).map((path) => ({
      part: 'body' as const,
      schema: body,
      path,
    })),
  ];
  const names = new Set<string>();
  return chosen.flatMap(({ part, schema: whole, path: text }) => {
    const path = text.split('.');
    const schema = fieldOf(whole, path);
    const name = path.at(-1)!;
    const isFixed = path[0]! in (fixed ?? {}) && path.length === 1;
    if (!schema || names.has(name) || addedByServer.has(name) || isFixed) return [];
    names.add(name);
    const parent = fieldOf(whole, path.slice(0, -1));
    return [{ name, part, path, schema, isRequired: parent?.required?.includes(name) ?? false }];
  });
}
const allOf = (schema: JsonSchema | undefined): string[] => Object.keys(schema?.properties ?? {});

function shownInput({ route }: Tool, { name, schema }: ToolInput): JsonSchema {
  if (name === 'limit') return { type: 'integer', maximum: maxShown, description: meanings.limit! };
  const description = name === 'id' ? `\`_id\` (${route.resource})` : meanings[name];
  return { ...schema, ...(description && { description }) };
}

/** The request for the arguments of a call. */
export function requestOf({ tool, inputs }: PreparedTool, given: Record<string, unknown>): ToolRequest {
  const request: Required<ToolRequest> = {
    params: {},
    query: {},
    body: structuredClone({ ...tool.fixed }) as Record<string, unknown>,
  };
  for (const { name, part, path } of inputs) {
    const value = given[name];
    if (value === undefined || (value === null && part !== 'body')) continue;
    setAt(request[part], path, name === 'limit' ? Math.min(Number(value), maxShown) : plain(value));
  }
  return request;
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  setAt(target[name] as Record<string, unknown>, rest, value);
}

/** Removes the marks of data, which an assistant may copy from an answer. */
function plain(value: unknown): unknown {
  if (typeof value === 'string') return withoutMarks(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Fields by name, each with its own fields; none for all. */
export interface FieldTree {
  [name: string]: FieldTree;
}
export function treeOf(fields: readonly string[]): FieldTree {
  const tree: FieldTree = {};
  for (const field of fields) {
    let at = tree;
    for (const name of field.split('.')) {
      at[name] ??= {};
      at = at[name];
    }
  }
  return tree;
}

function outputOf(tool: Tool): JsonSchema & { type: 'object' } {
  const whole = jsonSchemaOf(tool.route.data, 'output');
  const isArray = whole.type === 'array';
  const picked = pickSchema(whole, treeOf(tool.fields));
  const output = isArray ? { properties: { records: picked } } : picked;
  const linked = tool.screen ? withLink(output) : output;
  return {
    type: 'object',
    properties: { ...linked.properties, cut: { type: 'object' } },
  };
}

function pickSchema(schema: JsonSchema, tree: FieldTree): JsonSchema {
  if (Object.keys(tree).length === 0) return flat(schema);
  if (schema.items) return { type: 'array', items: pickSchema(schema.items, tree) };
  const found = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  return {
    type: schema.type ?? 'object',
    properties: Object.fromEntries(
      Object.entries(tree).map(([name, below]) => [name, pickSchema(found.properties?.[name] ?? {}, below)]),
    ),
  };
}

/** A field that is shown with all it contains: only its type, to keep the list of tools short. */
function flat({ type, items }: JsonSchema): JsonSchema {
  if (items) return { type: 'array' };
  return type ? { type } : {};
}

function withLink(output: JsonSchema): JsonSchema {
  const link = { link: { type: 'string' } };
  const records = output.properties?.records;
  if (!records?.items?.properties) return { ...output, properties: { ...output.properties, ...link } };
  const items = { ...records.items, properties: { ...records.items.properties, ...link } };
  return { ...output, properties: { ...output.properties, records: { ...records, items } } };
}

/** The answer of every tool that changes something. */
const changeOutput: JsonSchema & { type: 'object' } = {
  type: 'object',
  properties: {
    state: { type: 'string' },
    preview: { type: 'string' },
    confirmation: { type: 'string' },
    expiresAt: { type: 'string' },
    draft: { type: 'object' },
    result: { type: 'object' },
  },
};
