import {
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type TextResourceContents,
} from '@modelcontextprotocol/server';
import { answerOf } from './answers.ts';
import { callRoute } from './inner-calls.ts';
import { invalidParams } from './protocol-errors.ts';
import type { AssistantSession } from './sessions.ts';
import { requestOf } from './tool-schemas.ts';

/** Records and reports by URI. Each is the answer of a tool. */
const templates = [
  { uri: 'aisle://orders/{id}', name: 'order', title: 'Order', tool: 'get_order' },
  { uri: 'aisle://products/{id}', name: 'product', title: 'Product', tool: 'get_product' },
  { uri: 'aisle://customers/{id}', name: 'customer', title: 'Customer', tool: 'get_customer' },
  { uri: 'aisle://tickets/{id}', name: 'ticket', title: 'Ticket', tool: 'get_ticket' },
  {
    uri: 'aisle://reports/stores/{from}/{to}',
    name: 'store_report',
    title: 'Sales by store between two days',
    tool: 'report_store_sales',
  },
  {
    uri: 'aisle://reports/products/{from}/{to}',
    name: 'product_report',
    title: 'Sales by product between two days',
    tool: 'report_product_sales',
  },
] as const;

export const resourceTemplatesFor = ({ tools }: AssistantSession): ResourceTemplateType[] =>
  templates
    .filter(({ tool }) => tools.has(tool))
    .map(({ uri, name, title }) => ({ uriTemplate: uri, name, title, mimeType: 'text/markdown' }));

/** The reports of the last seven days. Other records are found by tools. */
export function resourcesFor({ tools }: AssistantSession, now = new Date()): Resource[] {
  const day = (ago: number) => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  return templates
    .filter(({ tool, uri }) => uri.includes('{from}') && tools.has(tool))
    .map(({ uri, name }) => ({
      uri: uri.replace('{from}', day(7)).replace('{to}', day(1)),
      name,
      title: `${name === 'store_report' ? 'Sales by store' : 'Sales by product'}, last 7 days`,
      mimeType: 'text/markdown',
    }));
}

/** The text of a record or report, and its data as JSON. */
export async function readResource(session: AssistantSession, uri: string): Promise<TextResourceContents[]> {
  const { prepared, given } = mustFind(session, uri);
  const { tool } = prepared;
  const called = await callRoute(session, tool.route, requestOf(prepared, given));
  if (called.status === 404) throw new ResourceNotFoundError(uri);
  if (called.status !== 200) throw invalidParams(`${called.message} (${called.error?.code})`);
  const { text, structured } = answerOf(tool, called.data, session.services.settings.publicUrl);
  return [
    { uri, mimeType: 'text/markdown', text },
    { uri, mimeType: 'application/json', text: JSON.stringify(structured) },
  ];
}

function mustFind({ tools }: AssistantSession, uri: string) {
  for (const template of templates) {
    const given = valuesIn(uri, template.uri);
    const prepared = tools.get(template.tool);
    if (given && prepared) return { prepared, given };
  }
  throw new ResourceNotFoundError(uri);
}

/** The values of a template's parts in braces; undefined if the address doesn't follow the template. */
function valuesIn(uri: string, template: string): Record<string, string> | undefined {
  const [given, parts] = [uri.split('/'), template.split('/')];
  const isNamed = (part: string) => part.startsWith('{');
  const fits = parts.every((part, index) =>
    isNamed(part) ? /^[\w-]+$/.test(given[index] ?? '') : part === given[index],
  );
  if (!fits || given.length !== parts.length) return undefined;
  return Object.fromEntries(
    parts.flatMap((part, index) => (isNamed(part) ? [[part.slice(1, -1), given[index]!]] : [])),
  );
}
