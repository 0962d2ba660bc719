import { paramsOf } from '@aisle/contract/core/route';
import type { Method } from './api-document.ts';
import type { Declarations } from './declarations.ts';
import { comment, key } from './type-text.ts';

interface Argument {
  name: string;
  type: string;
  isOptional: boolean;
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The declaration of a method, with a comment. */
export function methodText(method: Method, declarations: Declarations): string {
  const { name, route, access, isPaged } = method;
  const problems = route.problems?.map((code) => `\`${code}\``).join(', ');
  const lines = [
    `${route.summary}.`,
    '',
    // The client sends the key itself.
    access.replace('; requires an Idempotency-Key', ''),
    ...(problems ? ['', `Errors: ${problems}.`] : []),
  ];
  const data = declarations.typeOf(method.data, nameOf(method, 'data'));
  const list = argumentsOf(method, declarations).map(argumentText);
  const result = `${isPaged ? 'List' : 'Promise'}<${data}>`;
  const line = `  ${name}(${list.join(', ')}): ${result};\n`;
  const wrapped = `  ${name}(\n${list.map((arg) => `    ${arg},\n`).join('')}  ): ${result};\n`;
  return comment(lines, '  ') + (line.length <= 120 ? line : wrapped);
}

/** The parameters of the path, then body or query, then options. */
function argumentsOf(method: Method, declarations: Declarations): Argument[] {
  const { route, query, body } = method;
  const queryType = query && declarations.typeOf(query, nameOf(method, 'query'));
  const options = route.onceByKey ? 'OnceOptions' : 'CallOptions';
  const found = paramsOf(route.path).map(({ name, optional }) => ({
    name,
    type: 'string',
    isOptional: optional,
  }));
  if (route.raw) found.push({ name: 'content', type: 'Blob', isOptional: false });
  else if (body || route.files) {
    found.push({ name: 'body', type: bodyType(method, declarations), isOptional: !method.needsBody });
  } else if (query && queryType) {
    found.push({ name: 'query', type: queryType, isOptional: query.required?.length === 0 });
  }
  const more = body && queryType ? ` & { query?: ${queryType} }` : '';
  return [...found, { name: 'options', type: options + more, isOptional: true }];
}

function bodyType(method: Method, declarations: Declarations): string {
  const { route, body } = method;
  const files = Object.entries(route.files ?? {}).map(
    ([field, { many }]) => `${key(field)}?: ${many ? 'Blob[]' : 'Blob'}`,
  );
  const parts = body ? [declarations.typeOf(body, nameOf(method, 'body'))] : [];
  return [...parts, ...(files.length > 0 ? [`{ ${files.join('; ')} }`] : [])].join(' & ');
}

/** TypeScript has no optional argument in front of a required one. */
function argumentText({ name, type, isOptional }: Argument, index: number, all: readonly Argument[]): string {
  if (!isOptional) return `${name}: ${type}`;
  const isLast = all.slice(index + 1).every((argument) => argument.isOptional);
  return isLast ? `${name}?: ${type}` : `${name}: ${type} | undefined`;
}

/** The name of a type without one in the contract. */
const nameOf = ({ resource, name }: Method, part: string): string =>
  [resource, name, part].map(capital).join('');
